import EPUBBook
import EPUBReader

/// What `config.json` says; without one, nothing but what holds anyway.
///
/// Reading it tells nobody anything: the caller knows where `problems` can be seen.
struct Configuration: Sendable {
  var marksSavedWords = true
  /// `#rrggbb` of the highlights 1 to 6.
  var highlightColors = HighlightColor.allCases.map(\.hex)

  // What options of the same names say otherwise; `nil` where nothing is said.
  var width: Int?
  var margin: Request.Margin?
  var lineSpacing: Int?
  var paragraphs: Request.Paragraphs?
  var justifies: Bool?
  var hyphenates: Bool?
  var usesBookStyle: Bool?
  var styleFile: String?
  var pictures: Request.Pictures?
  var notes: Request.Notes?
  var ruby: Request.Ruby?
  var theme: Theme?
  var isPlain: Bool?
  var usesMouse: Bool?
  var showsTwoPages: Bool?
  var graphics: Request.Graphics?

  var preset = KeyTable.Preset.standard
  var keyChanges = KeyChanges()
  /// Themes of its own, in the order in which they stand there.
  var ownThemes: [Theme] = []
  /// The dictionary; takes a `{word}`.
  var lookUp: ProgramCall?
  /// What shows pictures; takes a `{file}`.
  var open: ProgramCall?

  /// What is wrong in it, a line each: where, what, and what to do. All else of it holds.
  var problems: [String] = []

  init() {}

  private static var maximumByteCount: Int { 1 << 20 }

  /// Reads the user's; one that is not there says nothing.
  init(_ environment: Environment) {
    self.init()
    guard let folder = environment.folder("XDG_CONFIG_HOME", inHome: ".config") else { return }
    let path = "\(folder)/epub-read/config.json"
    switch environment.readFile(path, Self.maximumByteCount) {
    case .bytes(let bytes): self = Configuration(parsing: bytes, at: path)
    case .tooLarge: problems = [Failure.badConfiguration(path, "too large")]
    case .failed(let number):
      if Environment.isAboutAbsence(number) { return }
      problems = [Failure.badConfiguration(path, environment.describeError(number))]
    }
  }

  init(parsing bytes: [UInt8], at path: String) {
    self.init()
    do throws(JSONInput.Wrong) {
      var reader = ConfigurationReader(path)
      reader.read(try JSONInput(bytes, isLenient: true))
      self = reader.configuration
    } catch {
      problems = [Failure.badConfiguration("\(path), line \(error.line)", error.words)]
    }
  }
}

extension Configuration {
  /// Bindings that are otherwise than in the preset.
  struct KeyChanges: Hashable, Sendable {
    /// Actions that lose the keys which they have in the preset.
    var cleared: [Action] = []
    var unbound: [KeySequence] = []
    var bound: [Bound] = []

    struct Bound: Hashable, Sendable {
      var keys: KeySequence
      var binding: KeyTable.Binding
    }
  }

  /// The preset with the changes.
  var keyTable: KeyTable {
    var table = KeyTable(preset)
    for action in keyChanges.cleared { table.unbind(action) }
    for keys in keyChanges.unbound { table.unbind(keys) }
    for bound in keyChanges.bound { table.bind(bound.keys, to: bound.binding) }
    return table
  }

  /// All themes, in the order in which one goes through them; its own stand for ours of the same name.
  var themes: [Theme] {
    let own = Dictionary(ownThemes.map { ($0.name, $0) }) { $1 }
    let names = Set(Theme.standard.map(\.name))
    return Theme.standard.map { own[$0.name] ?? $0 } + ownThemes.filter { !names.contains($0.name) }
  }

  func theme(named name: String) -> Theme? { themes.first { $0.name == name } }
}
