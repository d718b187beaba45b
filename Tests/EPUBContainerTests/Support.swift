public import EPUBBasics
import EPUBContainer
import TestKit
import Testing

extension Tag {
  @Tag static var hostile: Self
}

extension ContainerPath: ExpressibleByStringLiteral {
  /// Of a name that is known to be a path.
  public init(stringLiteral name: String) {
    guard let path = ContainerPath(name) else { preconditionFailure("\(name) is no path") }
    self = path
  }
}

extension OCFContainer {
  /// The text of a resource that must be whole.
  func text(_ path: ContainerPath) throws -> String {
    let resource = try resource(at: path)
    #expect(resource.damage == nil)
    return String(decoding: resource.bytes, as: UTF8.self)
  }

  var codes: [String] { findings.map(\.code) }
  var names: [String] { entries.map(\.path.string) }
}

/// An archive of the files a container must have, in order, and then others.
func archive(_ others: (inout ZIPBuilder) -> Void = { _ in }) -> ZIPBuilder {
  var archive = ZIPBuilder()
  archive.add("mimetype", "application/epub+zip") { $0.method = 0 }
  archive.add("META-INF/container.xml", "<container/>")
  others(&archive)
  return archive
}

/// Prose that deflate makes smaller, of a length.
func prose(_ byteCount: Int) -> String {
  var text = ""
  var number = 0
  while text.utf8.count < byteCount {
    number += 1
    text += "The \(number)th ferry left before the fog of day \(number * 7) lifted. "
  }
  return String(text.prefix(byteCount))
}
