private import CLibXML2
import EPUBBasics

/// The door to libxml2: well-formed XML in UTF-8 to the events of a `TreeBuilder`.
///
/// The parser sees no document type with declarations and no named entity but XML's five; what
/// else a document holds is resolved before (`MarkupRewriter`). It loads nothing and prints nothing.
enum LibXML {
  /// The first reason for which a text is no well-formed XML.
  struct Fault {
    let line: Int
    let reason: String
  }

  struct Outcome {
    var builder: TreeBuilder
    /// `nil` when the text was well-formed.
    var fault: Fault?
  }

  /// - Parameter recovering: goes on after faults as well as libxml2 can.
  static func parse(_ text: [UInt8], into builder: TreeBuilder, recovering: Bool = false) -> Outcome
  {
    _ = isInitialized
    var sink = unsafe Sink(builder: builder)
    let isWellFormed = unsafe text.withUnsafeBufferPointer { text in
      unsafe withUnsafeMutablePointer(to: &sink) { sink in
        unsafe parse(text, into: sink, recovering: recovering)
      }
    }
    unsafe sink.builder.finish()
    if isWellFormed { return unsafe Outcome(builder: sink.builder, fault: nil) }
    let fault = unsafe sink.fault ?? Fault(line: 1, reason: "the parser gave no reason")
    return unsafe Outcome(builder: sink.builder, fault: fault)
  }

  private static let isInitialized: Void = xmlInitParser()

  private static func parse(
    _ text: UnsafeBufferPointer<UInt8>, into sink: UnsafeMutablePointer<Sink>, recovering: Bool
  ) -> Bool {
    guard let start = text.baseAddress, let size = Int32(exactly: text.count),
      let context = unsafe xmlCreateMemoryParserCtxt(
        UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), size)
    else { return false }
    defer { unsafe xmlFreeParserCtxt(context) }
    var options =
      XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
      | XML_PARSE_NOENT.rawValue
    if recovering { options |= XML_PARSE_RECOVER.rawValue }
    unsafe xmlCtxtUseOptions(context, Int32(options))
    unsafe context.pointee.sax.pointee = makeHandler()
    unsafe context.pointee.userData = UnsafeMutableRawPointer(sink)
    unsafe sink.pointee.context = context
    unsafe xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
    unsafe xmlParseDocument(context)
    if let document = unsafe context.pointee.myDoc {
      unsafe xmlFreeDoc(document)
      unsafe context.pointee.myDoc = nil
    }
    return unsafe context.pointee.wellFormed != 0
  }

  private static func makeHandler() -> xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = { context, name, prefix, uri, _, _, count, _, attributes in
      unsafe sink(context).pointee.startElement(name, prefix, uri, Int(count), attributes)
    }
    unsafe handler.endElementNs = { context, _, _, _ in
      unsafe sink(context).pointee.builder.endElement()
    }
    unsafe handler.characters = { context, text, count in
      unsafe sink(context).pointee.addText(text, Int(count))
    }
    unsafe handler.ignorableWhitespace = handler.characters
    unsafe handler.cdataBlock = handler.characters
    unsafe handler.processingInstruction = { context, target, data in
      unsafe sink(context).pointee.addInstruction(target, data)
    }
    unsafe handler.serror = { context, error in unsafe sink(context).pointee.note(error) }
    return unsafe handler
  }
}

private func sink(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Sink> {
  unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Sink.self)
}

private func line(of context: xmlParserCtxtPtr?) -> Int {
  unsafe context?.pointee.input.map { unsafe Int($0.pointee.line) } ?? 0
}

/// Where the callbacks lead: turns C's names and runs of bytes into the builder's terms.
///
/// libxml2 keeps every distinct name of a document once, so the addresses of a name's parts are
/// its key.
@unsafe private struct Sink {
  typealias CharacterPointer = UnsafePointer<xmlChar>

  @unsafe struct NameKey {
    let name: CharacterPointer?
    let prefix: CharacterPointer?
    let uri: CharacterPointer?
  }

  var builder: TreeBuilder
  var context: xmlParserCtxtPtr?
  var fault: LibXML.Fault?
  /// Open addressing; the size is a power of two and at most half of it is used.
  private var keys = unsafe [NameKey](
    repeating: unsafe NameKey(name: nil, prefix: nil, uri: nil), count: 128)
  private var resolved = [ResolvedName](repeating: ResolvedName(), count: 128)
  private var resolvedCount = 0

  init(builder: TreeBuilder) { unsafe self.builder = builder }

  mutating func startElement(
    _ name: CharacterPointer?, _ prefix: CharacterPointer?, _ uri: CharacterPointer?,
    _ attributeCount: Int, _ attributes: UnsafeMutablePointer<CharacterPointer?>?
  ) {
    let name = unsafe resolve(name, prefix, uri)
    let context = unsafe context
    unsafe builder.startElement(name, line: unsafe line(of: context))
    guard attributeCount > 0, let attributes = unsafe attributes else { return }
    for index in unsafe 0..<builder.admittedAttributeCount(of: attributeCount) {
      let attribute = unsafe attributes + 5 * index
      let name = unsafe resolve(attribute[0], attribute[1], attribute[2])
      let value = unsafe UnsafeBufferPointer(
        start: attribute[3], count: attribute[4]! - attribute[3]!)
      unsafe builder.tree.bytes.append(contentsOf: value)
      unsafe builder.addAttribute(name, byteCount: value.count)
    }
  }

  mutating func addText(_ text: CharacterPointer?, _ count: Int) {
    unsafe builder.tree.bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
    unsafe builder.addText(byteCount: count)
  }

  mutating func addInstruction(_ target: CharacterPointer?, _ data: CharacterPointer?) {
    guard let target = unsafe target, unsafe !builder.hasRoot else { return }
    guard unsafe String(cString: target) == "xml-stylesheet" else { return }
    unsafe builder.addStyleSheetInstruction(data.map { unsafe String(cString: $0) } ?? "")
  }

  mutating func note(_ error: UnsafeMutablePointer<xmlError>?) {
    guard unsafe fault == nil, let error = unsafe error?.pointee,
      unsafe error.level == XML_ERR_FATAL
    else { return }
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    unsafe fault = LibXML.Fault(line: Int(error.line), reason: message)
  }

  private mutating func resolve(
    _ name: CharacterPointer?, _ prefix: CharacterPointer?, _ uri: CharacterPointer?
  ) -> ResolvedName {
    var slot = unsafe Self.slot(name, prefix, uri, mask: keys.count - 1)
    while let known = unsafe keys[slot].name {
      if unsafe known == name && keys[slot].prefix == prefix && keys[slot].uri == uri {
        return unsafe resolved[slot]
      }
      slot = unsafe (slot + 1) & (keys.count - 1)
    }
    let new = unsafe builder.resolve(
      localName: name.map { unsafe String(cString: $0) } ?? "",
      prefix: prefix.map { unsafe String(cString: $0) }, uri: uri.map { unsafe String(cString: $0) }
    )
    unsafe keys[slot] = unsafe NameKey(name: name, prefix: prefix, uri: uri)
    unsafe resolved[slot] = new
    unsafe resolvedCount += 1
    if unsafe resolvedCount * 2 > keys.count { unsafe grow() }
    return new
  }

  private mutating func grow() {
    let oldKeys = unsafe keys
    let oldResolved = unsafe resolved
    let size = unsafe oldKeys.count * 4
    unsafe keys = [NameKey](
      repeating: unsafe NameKey(name: nil, prefix: nil, uri: nil), count: size)
    unsafe resolved = [ResolvedName](repeating: ResolvedName(), count: size)
    for index in 0..<(size / 4) {
      let key = unsafe oldKeys[index]
      guard unsafe key.name != nil else { continue }
      var slot = unsafe Self.slot(key.name, key.prefix, key.uri, mask: size - 1)
      while unsafe keys[slot].name != nil { slot = (slot + 1) & (size - 1) }
      unsafe keys[slot] = key
      unsafe resolved[slot] = oldResolved[index]
    }
  }

  /// The addresses are those of strings side by side: their low bits tell them apart once mixed.
  private static func slot(
    _ name: CharacterPointer?, _ prefix: CharacterPointer?, _ uri: CharacterPointer?, mask: Int
  ) -> Int {
    let mixed =
      UInt(bitPattern: name) &+ UInt(bitPattern: prefix) &* 31
      &+ UInt(bitPattern: uri) &* 131
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
  }
}
