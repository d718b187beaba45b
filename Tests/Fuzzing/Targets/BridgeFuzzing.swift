import EPUBReader
import TestKit

enum BridgeFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    // What may name any file of the machine is no test that can be made again.
    if bytes.text.contains("path") { return }
    var sent: [UInt8] = []
    let bridge = MessageBridge(stateFolder: nil) { line in
      sent += line
      return true
    }
    bridge.receive(opening)
    bridge.receive(bytes)
    bridge.end()
    claims.claim(sent.last == nil || sent.last == 0x0A, "the last line has no end")
    claims.claimPrintable(sent, "what the bridge sends")
    for line in sent.split(separator: 0x0A) {
      do throws(JSONInput.Wrong) {
        _ = try JSONInput(Array(line))
      } catch {
        claims.claim(false, "no JSON: \(Array(line).text)")
      }
    }
  }

  private static let opening: [UInt8] = {
    let book = BookBuilder {
      $0.chapter("<h1>One</h1><p>The <b>whale</b> and the sea, the sea.</p>", title: "One")
      let rows = (1...30).map { "<p>Row \($0) of the sea.</p>" }.joined()
      $0.chapter(rows + "<p id='end'><a href='chapter1.xhtml'>Back</a></p>", title: "Two")
    }
    return Array(
      """
      {"command":"loadBook","value":{"base64":"\(base64(book.bytes))",\
      "viewport":{"columns":40,"rows":12}}}

      """.utf8)
  }()

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let padded = group + [UInt8](repeating: 0, count: 3 - group.count)
      let bits = padded.reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        text.append(place > group.count ? 0x3D : digits[bits >> (18 - 6 * place) & 63])
      }
    }
    return text.text
  }
}
