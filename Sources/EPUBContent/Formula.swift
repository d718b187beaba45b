import EPUBBasics

/// A formula that is best set in several rows: its structure, for Layout to put into cells.
///
/// Formulas that read well as one line have none; neither have those within running text, nor those of
/// unlikely size. Their block's run shows them as one line, which is what is set where the rows would be
/// too wide.
public struct Formula: Hashable, Sendable {
  /// Index of the block that holds it and nothing else, but for a full stop or a number behind it.
  public var block: Int32
  public var whole: Part

  public init(block: Int32, whole: Part) {
    self.block = block
    self.whole = whole
  }

  /// What stands together, as MathML groups it.
  public indirect enum Part: Hashable, Sendable {
    case row([Part])
    case text(Token)
    case `operator`(Token, Operator)
    case space(cells: Int)
    /// Without a bar: two things one above the other, such as binomial coefficients.
    case fraction(over: Part, under: Part, hasBar: Bool)
    case root(Part, index: Script?)
    /// Below and above, at the right of the base, or before it.
    case scripts(base: Part, under: Script?, over: Script?, isBefore: Bool)
    /// Under and over the base; where it `moves` them, at its right in what is not displayed.
    case limits(base: Part, under: Script?, over: Script?, moves: Bool)
    case table(Table)
    case enclosed(Part, Frame)
    /// Takes room and shows nothing.
    case phantom(Part)
    /// Inside, `displaystyle` is what the author says.
    case styled(Part, isDisplay: Bool)
  }

  public struct Token: Hashable, Sendable {
    /// What it shows.
    public var text: [UInt8]
    /// The logical text it stands for.
    public var textStart: Int32
    public var textEnd: Int32
    public init(text: [UInt8], textStart: Int32, textEnd: Int32) {
      self.text = text
      self.textStart = textStart
      self.textEnd = textEnd
    }
    public var textRange: Range<Int> { Int(textStart)..<Int(textEnd) }
  }

  public struct Script: Hashable, Sendable {
    public var part: Part
    /// The same in raised or lowered letters, where Unicode has them all.
    public var raised: Token?
    public init(part: Part, raised: Token? = nil) {
      self.part = part
      self.raised = raised
    }
  }

  public struct Operator: Hashable, Sendable {
    public enum Spacing: UInt8, Sendable {
      case opening, closing
      /// Opens or closes, whichever is due: `|`.
      case bar
      /// Nothing at either side.
      case tight
      /// The same, behind an operand that it belongs to: `!`, primes, full stops.
      case postfix
      /// A space after it: commas.
      case after
      /// Spaces around it between two operands.
      case infix
      /// The same, and one after it where nothing stands before it: a line of several that begins with `=`.
      case relation
    }
    public var spacing: Spacing
    /// As high as what it encloses.
    public var stretches: Bool
    /// Cells before and after it, where the author says so.
    public var before: Int?
    public var after: Int?
    public init(spacing: Spacing, stretches: Bool = false, before: Int? = nil, after: Int? = nil) {
      self.spacing = spacing
      self.stretches = stretches
      self.before = before
      self.after = after
    }
  }

  public struct Table: Hashable, Sendable {
    public enum Alignment: UInt8, Sendable { case left, center, right }
    public struct Cell: Hashable, Sendable {
      public var part: Part
      public var alignment: Alignment
      public init(part: Part, alignment: Alignment) {
        self.part = part
        self.alignment = alignment
      }
    }
    public var rows: [[Cell]]
    /// Cells between a column and the next; the last goes on.
    public var gaps: [Int]
    public var isDisplay: Bool
    public init(rows: [[Cell]], gaps: [Int], isDisplay: Bool) {
      self.rows = rows
      self.gaps = gaps
      self.isDisplay = isDisplay
    }
  }

  /// Lines around or through something.
  public struct Frame: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let left = Frame(rawValue: 1 << 0)
    public static let right = Frame(rawValue: 1 << 1)
    public static let top = Frame(rawValue: 1 << 2)
    public static let bottom = Frame(rawValue: 1 << 3)
    public static let rounded = Frame(rawValue: 1 << 4)
    public static let struck = Frame(rawValue: 1 << 5)
    public static let box: Frame = [.left, .right, .top, .bottom]
  }
}

extension ContentDocument {
  /// The formula that a block holds and that is best set in rows, `nil` for none.
  public func formula(ofBlock block: Int) -> Formula? {
    guard !formulas.isEmpty else { return nil }
    let index = formulas.firstPlace { Int($0.block) >= block }
    return index < formulas.count && Int(formulas[index].block) == block ? formulas[index] : nil
  }
}

extension Formula.Part {
  /// Whether one line would hide how it is built.
  var wantsRows: Bool {
    switch self {
    case .row(let parts): parts.contains(where: \.wantsRows)
    case .text, .operator, .space: false
    case .fraction: true
    case .root(let inside, let index): !inside.isSimple || index.map(\.wantsRow) == true
    case .scripts(let base, let under, let over, _):
      base.wantsRows || under.map(\.wantsRow) == true || over.map(\.wantsRow) == true
    case .limits: true
    case .table(let table):
      table.rows.count > 1 || table.rows.contains { $0.contains(where: \.part.wantsRows) }
    case .enclosed(let inside, let frame): !frame.isDisjoint(with: .box) || inside.wantsRows
    case .phantom: false
    case .styled(let inside, _): inside.wantsRows
    }
  }

  /// Whether nothing of it is seen.
  public var isNothing: Bool {
    switch self {
    case .row(let parts): parts.allSatisfy(\.isNothing)
    case .text(let token), .operator(let token, _): token.text.isEmpty
    case .phantom: true
    case .space, .fraction, .root, .scripts, .limits, .table, .enclosed, .styled: false
    }
  }

  /// Whether it is a letter or a number.
  public var isSimple: Bool {
    switch self {
    case .text: true
    case .row(let parts): parts.count == 1 && parts[0].isSimple
    case .styled(let inside, _): inside.isSimple
    case .operator, .space, .fraction, .root, .scripts, .limits, .table, .enclosed, .phantom: false
    }
  }
}

extension Formula.Script {
  fileprivate var wantsRow: Bool { raised == nil }
}
