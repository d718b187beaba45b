import EPUBBasics
import EPUBContainer
import Foundation
import TestKit
import Testing

@Suite("Names of files") struct FileNameTests {
  @Test(
    "Keep their bytes, whatever these are",
    arguments: [
      [], Array("plain.epub".utf8), Array("é漢🐋.epub".utf8), [0x6C, 0xE9, 0x2E], [0xFF, 0xFE, 0x80],
      [0xC3], [0xE6, 0xBC], [0xF0, 0x9F, 0x90, 0x41], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
      [0xEF, 0xB7, 0x9F, 0xEF, 0xB7, 0xA9], [0xEF, 0xB7, 0x9F], [0xEF, 0xB7, 0xA0, 0x78],
      [0xEF, 0xB7, 0x9F, 0xFF],
    ] as [[UInt8]])
  func bytes(_ bytes: [UInt8]) {
    let name = String(fileName: bytes)
    #expect(name.fileNameBytes == bytes)
    #expect(!name.printable.unicodeScalars.contains { (0xFDD0...0xFDEF).contains($0.value) })
  }

  @Test("UTF-8 stays what it is; a string made otherwise stands for its own bytes")
  func strings() {
    #expect(String(fileName: Array("é漢🐋.epub".utf8)) == "é漢🐋.epub")
    for tail in [[], [0x9F], [0x9F, 0x78], [0xA0], [0x9F, 0xEF, 0xB7, 0x9F]] as [[UInt8]] {
      let bytes = [0x78] + (tail.isEmpty ? [] : [0xEF, 0xB7]) + tail
      #expect(String(decoding: bytes, as: UTF8.self).fileNameBytes == bytes)
    }
  }

  @Test("A book is opened by a name that is no UTF-8")
  func opening() throws {
    let folder = try TemporaryFolder()
    let name = Array("\(folder.path)/".utf8) + [0x6C, 0xE9, 0x2E]
    try folder.write("plain", Array("PK".utf8))
    try #require(give("\(folder.path)/plain", theName: name))
    let path = String(fileName: name)
    // Found, and no archive.
    let error = #expect(throws: ContainerError.self) { try OCFContainer(path: path) }
    #expect(error != nil && error != .noSuchFile(path))
  }
}
