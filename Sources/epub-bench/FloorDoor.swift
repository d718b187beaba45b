// libxml2's door of the benchmark: the bare parse that all figures are held against.

private import CLibXML2

/// Parses a document once with libxml2's SAX interface and handlers that do nothing.
func parseWithEmptyHandlers(_ bytes: [UInt8]) {
  var handler = unsafe xmlSAXHandler()
  unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
  unsafe handler.startElementNs = { _, _, _, _, _, _, _, _, _ in }
  unsafe handler.endElementNs = { _, _, _, _ in }
  unsafe handler.characters = { _, _, _ in }
  unsafe handler.ignorableWhitespace = { _, _, _ in }
  unsafe handler.serror = { _, _ in }
  unsafe bytes.withUnsafeBufferPointer { buffer in
    unsafe buffer.withMemoryRebound(to: CChar.self) { text in
      _ = unsafe xmlSAXUserParseMemory(&handler, nil, text.baseAddress, Int32(clamping: text.count))
    }
  }
}
