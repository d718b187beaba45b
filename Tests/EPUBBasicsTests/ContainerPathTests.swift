import EPUBBasics
import Testing

@Suite("Paths inside the container") struct ContainerPathTests {
  @Test(
    "Refuses names that are absolute, climb out, or hold a drive or a NUL",
    arguments: [
      "/x", "\\x", "../x", "a/../../x", "a\\..\\..\\x", "..", "C:\\x", "c:x", "a\0b", "\0",
      "./../x", "..\u{2F}\u{338}x",
    ])
  func refused(_ name: String) { #expect(ContainerPath(name) == nil) }

  @Test(
    "Drops empty and dot names, resolves what stays inside, takes backslashes for slashes",
    arguments: [
      ("a", "a"), ("a/b.c", "a/b.c"), ("./a", "a"), ("a/./b", "a/b"), ("a//b", "a/b"),
      ("a/../b", "b"), ("a/b/../../c", "c"), ("a\\b\\c", "a/b/c"), ("a/", "a"), ("", ""),
      (".", ""), ("a/..", ""), ("a/.", "a"), ("...", "..."), (".../a", ".../a"), ("..a/b", "..a/b"),
      ("a/.b", "a/.b"), ("é/ü", "é/ü"),
    ])
  func cleaned(_ name: String, _ path: String) throws {
    let cleaned = try #require(ContainerPath(name))
    #expect(Array(cleaned.string.utf8) == Array(path.utf8))
  }

  @Test("A composed and a decomposed name are one path; another case is another path")
  func equivalence() {
    #expect(ContainerPath("caf\u{E9}") == ContainerPath("cafe\u{301}"))
    #expect(ContainerPath("a") != ContainerPath("A"))
  }

  struct Parts: Sendable {
    var path: String
    var name = ""
    var fileExtension = ""
    var folder = ""
  }

  @Test(
    "Knows its name, extension and folder",
    arguments: [
      Parts(
        path: "OEBPS/text/ch1.XHTML", name: "ch1.XHTML", fileExtension: "xhtml",
        folder: "OEBPS/text"),
      Parts(path: "mimetype", name: "mimetype"),
      Parts(path: "a/.hidden", name: ".hidden", folder: "a"),
      Parts(path: "a/b.", name: "b.", folder: "a"),
      Parts(path: "x.tar.gz", name: "x.tar.gz", fileExtension: "gz"),
      Parts(path: ""),
    ])
  func parts(_ row: Parts) throws {
    let path = try #require(ContainerPath(row.path))
    #expect(path.name == row.name)
    #expect(path.fileExtension == row.fileExtension)
    #expect(path.folder.string == row.folder)
  }
}

@Suite("References") struct ReferenceTests {
  struct Row: Sendable {
    var reference: String
    var path = ""
    var fragment: String?
    var leaked = false
  }

  @Test(
    "Are resolved against the resource that holds them",
    arguments: [
      Row(reference: "b.xhtml", path: "OEBPS/text/b.xhtml"),
      Row(reference: " b.xhtml\n", path: "OEBPS/text/b.xhtml"),
      Row(reference: "../nav.xhtml#toc", path: "OEBPS/nav.xhtml", fragment: "toc"),
      Row(reference: "#here", path: "OEBPS/text/a.xhtml", fragment: "here"),
      Row(reference: "", path: "OEBPS/text/a.xhtml"),
      Row(reference: "#", path: "OEBPS/text/a.xhtml"),
      Row(reference: "/mimetype", path: "mimetype"),
      Row(reference: "a%20b.xhtml#%C3%A9", path: "OEBPS/text/a b.xhtml", fragment: "\u{E9}"),
      Row(reference: "100%.xhtml", path: "OEBPS/text/100%.xhtml"),
      Row(reference: "b.xhtml?x=1#y", path: "OEBPS/text/b.xhtml", fragment: "y"),
      Row(reference: "..\\b.xhtml", path: "OEBPS/b.xhtml"),
      Row(reference: "../../../../etc/passwd", path: "etc/passwd", leaked: true),
      Row(reference: "%2e%2e/%2e%2e/%2e%2e/x", path: "x", leaked: true),
      Row(reference: "./x/../c.xhtml", path: "OEBPS/text/c.xhtml"),
      Row(reference: "caf%E9.xhtml", path: "OEBPS/text/caf\u{E9}.xhtml"),
      Row(reference: "b.xhtml#\u{301}x", path: "OEBPS/text/b.xhtml", fragment: "\u{301}x"),
    ])
  func inside(_ row: Row) throws {
    let base = try #require(ContainerPath("OEBPS/text/a.xhtml"))
    let path = try #require(ContainerPath(row.path))
    #expect(
      base.resolving(row.reference)
        == .inside(Reference(path: path, fragment: row.fragment), leaked: row.leaked))
  }

  @Test(
    "Lead out with a scheme or an authority",
    arguments: ["https://x.example/a", "mailto:a@b", "//cdn.example/x.css", "data:text/plain,x"])
  func external(_ reference: String) {
    #expect(ContainerPath.root.resolving(reference) == .external(reference))
  }

  @Test(
    "Lead nowhere with a NUL, or escapes that are no UTF-8", arguments: ["a%00b", "\u{E9}%FFb"])
  func invalid(_ reference: String) { #expect(ContainerPath.root.resolving(reference) == .invalid) }
}
