/// The package's metadata, white space collapsed and free of control characters.
public struct Metadata: Hashable, Sendable {
  /// A text with its language and base direction, from the element or the package.
  public struct Text: Hashable, Sendable {
    public var value: String
    public var language: String?
    public var direction: Direction?
    public init(_ value: String, language: String? = nil, direction: Direction? = nil) {
      self.value = value
      self.language = language
      self.direction = direction
    }
  }

  public enum Direction: String, Hashable, Sendable { case ltr, rtl, auto }

  public struct Title: Hashable, Sendable {
    public var text: Text
    /// `main`, `subtitle`, `short`, `collection`, `edition`, `expanded`, as the book says it.
    public var type: String?
    public var sequence: Double?
    public var fileAs: String?
    public init(text: Text, type: String? = nil, sequence: Double? = nil, fileAs: String? = nil) {
      self.text = text
      self.type = type
      self.sequence = sequence
      self.fileAs = fileAs
    }
  }

  public struct Contributor: Hashable, Sendable {
    public var name: Text
    /// MARC relator codes, or whatever the book says.
    public var roles: [String]
    public var fileAs: String?
    public init(name: Text, roles: [String] = [], fileAs: String? = nil) {
      self.name = name
      self.roles = roles
      self.fileAs = fileAs
    }
  }

  public struct Identifier: Hashable, Sendable {
    public var value: String
    public var scheme: String?
    public init(value: String, scheme: String? = nil) {
      self.value = value
      self.scheme = scheme
    }
  }

  /// A series or set the book belongs to.
  public struct Membership: Hashable, Sendable {
    public var name: Text
    /// `series`, `set`, or what the book says.
    public var type: String?
    public var position: String?
    public var identifier: String?
    public init(
      name: Text, type: String? = nil, position: String? = nil, identifier: String? = nil
    ) {
      self.name = name
      self.type = type
      self.position = position
      self.identifier = identifier
    }
  }

  /// In document order; the first of type `main`, else the first, is *the* title.
  public var titles: [Title] = []
  public var creators: [Contributor] = []
  public var contributors: [Contributor] = []
  /// The one that the package's `unique-identifier` names, else the first.
  public var uniqueIdentifier: String?
  public var identifiers: [Identifier] = []
  /// BCP 47 tags as written, in order.
  public var languages: [String] = []
  public var publishers: [Text] = []
  public var subjects: [Text] = []
  public var descriptions: [Text] = []
  public var rights: [Text] = []
  public var sources: [String] = []
  public var types: [String] = []
  public var formats: [String] = []
  public var relations: [String] = []
  public var coverages: [String] = []
  /// Publication date (`dc:date`, in EPUB 2 the one with event `publication` first).
  public var published: String?
  public var modified: String?
  public var memberships: [Membership] = []
  /// `rendition:` properties without their prefix: `layout`, `orientation`, `spread`, `flow`, `viewport`.
  public var rendition: [String: String] = [:]
  /// `schema:` accessibility properties without their prefix, values in order.
  public var accessibility: [String: [String]] = [:]
  /// Every other `meta`, by its property or name, values in order.
  public var others: [String: [String]] = [:]

  public init() {}

  public var title: Title? { titles.first { $0.type == "main" } ?? titles.first }
}

extension Metadata {
  /// The names of its creators, in their order.
  public var author: String { creators.map(\.name.value).joined(separator: ", ") }
}
