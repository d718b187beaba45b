import Dispatch
import EPUBBasics
import EPUBMarkup
import Synchronization
import Testing

@testable import EPUBContent

@Suite("Sheets shared by documents") struct SharedSheetsTests {
  @Test("Are loaded once, however many threads ask, and give each the same styles")
  func concurrency() throws {
    let loads = Mutex(0)
    let sheets = StyleSheets { path in
      loads.withLock { $0 += 1 }
      return path.name == "a.css" ? Array("p + p { font-weight: bold }".utf8) : nil
    }
    let path = try #require(ContainerPath("text/a.xhtml"))
    let document = """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="../a.css"/>\
      <link rel="stylesheet" href="no.css"/><style>i { font-weight: bold }</style></head>\
      <body><p/><p/><i/></body></html>
      """
    let tree = try MarkupTree(parsing: Array(document.utf8), as: .xhtml, at: path)
    let results = Mutex<[[Bool]]>([])
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      var cascade = Cascade(tree: tree, path: path, styles: sheets, limits: Limits())
      var styles: [Int: ComputedStyle] = [:]
      for node in tree.nodes.indices where tree.isElement(node) {
        let parent = styles[Int(tree.nodes[node].parent)] ?? Cascade.initial
        styles[node] = cascade.style(of: node, in: tree, parent: parent)
      }
      let bold = styles.sorted { $0.key < $1.key }.map(\.value.isBold)
      results.withLock { $0.append(bold) }
    }
    #expect(loads.withLock { $0 } == 2)
    let all = results.withLock { $0 }
    #expect(all.count == 32)
    #expect(all.allSatisfy { $0 == all[0] })
    #expect(all[0].suffix(3) == [false, true, true])
  }
}
