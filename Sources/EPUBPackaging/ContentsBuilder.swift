import EPUBBasics

/// Makes nested entries of a list that is met in document order with its depths.
///
/// The depth of a file's nesting is the file's to choose, so nothing here recurses.
struct ContentsBuilder {
  private struct Open {
    let title: String
    let link: NavigationLink
    let type: String?
    var children: [Navigation.Entry] = []
  }

  private var top: [Navigation.Entry] = []
  private var open: [Open] = []
  private let maximumDepth: Int
  private(set) var isCut = false
  private(set) var count = 0

  init(limits: Limits) { maximumDepth = max(1, limits.maximumContentsDepth) }

  /// Adds an entry. `depth` counts from 1; one that is too deep goes to the deepest level there is.
  mutating func add(title: String, link: NavigationLink, type: String?, depth: Int) {
    if depth > maximumDepth { isCut = true }
    close(to: min(depth, maximumDepth) - 1)
    open.append(Open(title: title, link: link, type: type))
    count += 1
  }

  mutating func finish() -> [Navigation.Entry] {
    close(to: 0)
    return top
  }

  private mutating func close(to depth: Int) {
    while open.count > depth, let last = open.popLast() {
      let entry = Navigation.Entry(
        title: last.title, target: last.link.target, externalURL: last.link.externalURL,
        type: last.type, children: last.children)
      if open.isEmpty {
        top.append(entry)
      } else {
        open[open.count - 1].children.append(entry)
      }
    }
  }
}

/// Where an entry leads.
struct NavigationLink: Hashable {
  var target: Reference?
  var externalURL: String?

  static let none = NavigationLink()
}
