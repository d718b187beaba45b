import EPUBBasics
import EPUBContainer
import EPUBMarkup

/// Reads one resource of navigation: what the navigation document, the NCX and the guide share.
struct NavigationReader {
  let markup: LooseMarkup
  let path: ContainerPath
  let limits: Limits
  private var resolver: ReferenceResolver
  private let package: ContainerPath
  private let spine: Spine
  /// Entries may be as many as items.
  private var count = 0

  init(
    _ markup: LooseMarkup, at path: ContainerPath, _ manifest: Manifest, _ spine: Spine,
    limits: Limits
  ) {
    self.markup = markup
    self.path = path
    self.limits = limits
    self.spine = spine
    package = manifest.packagePath
    resolver = ReferenceResolver(base: path, knowing: manifest.resolver)
  }

  /// Whether one more entry may be read; told once when it may not.
  mutating func takesOneMore(_ findings: inout FindingList) -> Bool {
    count += 1
    if count == limits.maximumItemCount + 1 {
      findings.add(
        .navigationTooLong, path: path, "Entries past the first \(count - 1) are left out.")
    }
    return count <= limits.maximumItemCount
  }

  func tellDepth(_ builder: ContentsBuilder, _ findings: inout FindingList) {
    guard builder.isCut else { return }
    findings.add(
      .navigationTooDeep, path: path,
      "Entries lie more than \(limits.maximumContentsDepth) levels deep. They stand at that level.")
  }

  /// Follows the link of the entry `title`.
  mutating func link(
    _ href: Range<Int>?, title: String, missing: Fault, _ findings: inout FindingList
  ) -> NavigationLink {
    guard let href, !href.isEmpty else { return .none }
    switch resolver.resolve(markup.tree.bytes, href) {
    case .resource(let entry, let fragment, _):
      let reference = Reference(path: entry.path, fragment: fragment)
      return NavigationLink(target: byFragmentIdentifier(reference) ?? reference)
    case .missing(let reference):
      findings.add(
        missing, path: path, place: title,
        "The entry leads to \(reference.path), which is not in the container. It stands unlinked.")
      return .none
    case .external(let url):
      findings.add(
        .navigationTargetRemote, path: path, place: title, "The entry leads out of the book.")
      return NavigationLink(externalURL: url.printable)
    case .invalid:
      findings.add(
        .navigationTargetInvalid, path: path, place: title,
        "The entry's link can't be followed. It stands unlinked.")
      return .none
    }
  }

  /// A canonical fragment identifier of the package names a spine item by its steps, `/6/4!…`; the
  /// item's resource takes the package's place, the fragment stays for who can follow it further.
  private func byFragmentIdentifier(_ reference: Reference) -> Reference? {
    guard reference.path == package, let fragment = reference.fragment,
      fragment.hasPrefix("epubcfi(")
    else { return nil }
    let steps = fragment.dropFirst(8).prefix { $0 != "!" }.split(separator: "/")
    guard steps.count >= 2, let step = Int(steps[1].prefix { $0 != "[" }), step >= 2,
      let place = spine.placeByElementIndex[step / 2 - 1], let path = spine.items[place].path
    else { return nil }
    return Reference(path: path, fragment: fragment)
  }
}
