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
    /// The first prefix that nothing declares.
    var undeclaredPrefix: Fault?
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
    var outcome = unsafe Outcome(builder: sink.builder, undeclaredPrefix: sink.undeclaredPrefix)
    if !isWellFormed {
      outcome.fault = unsafe sink.fault ?? Fault(line: 1, reason: "the parser gave no reason")
    }
    return outcome
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
    return unsafe context.pointee.wellFormed != 0 && sink.pointee.fault == nil
  }

  private static func makeHandler() -> xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = {
      context, name, prefix, uri, namespaceCount, _, count, _, attributes in
      unsafe sink(context).pointee.startElement(
        name, prefix, uri, Int(namespaceCount), Int(count), attributes)
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

extension LibXML.Fault {
  fileprivate init(_ error: xmlError) {
    unsafe line = Int(error.line)
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    reason = String(message.printable.prefix(200).drop { $0 == " " }.trimmed)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var kept = self
    while kept.last == " " { kept.removeLast() }
    return kept
  }
}

private func sink(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Sink> {
  unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Sink.self)
}

/// Where the callbacks lead: turns C's names and runs of bytes into the builder's terms.
///
/// libxml2 keeps every distinct string of a document's names once, so that addresses are keys.
@unsafe private struct Sink {
  typealias CharacterPointer = UnsafePointer<xmlChar>

  @unsafe struct NameKey {
    let name: CharacterPointer?
    let prefix: CharacterPointer?
    let uri: CharacterPointer?

    /// The addresses are those of strings side by side: their low bits tell them apart once mixed.
    func slot(mask: Int) -> Int {
      let mixed =
        unsafe UInt(bitPattern: name) &+ UInt(bitPattern: prefix) &* 31
        &+ UInt(bitPattern: uri) &* 131
      return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    }
  }

  var builder: TreeBuilder
  var context: xmlParserCtxtPtr?
  var fault: LibXML.Fault?
  var undeclaredPrefix: LibXML.Fault?
  /// Open addressing; the size is a power of two and at most half of it is used.
  private var keys = unsafe [NameKey](
    repeating: unsafe NameKey(name: nil, prefix: nil, uri: nil), count: 128)
  private var resolved = [ResolvedName](repeating: ResolvedName(), count: 128)
  private var resolvedCount = 0

  init(builder: TreeBuilder) { unsafe self.builder = builder }

  // MARK: Events

  mutating func startElement(
    _ name: CharacterPointer?, _ prefix: CharacterPointer?, _ uri: CharacterPointer?,
    _ namespaceCount: Int, _ attributeCount: Int,
    _ attributes: UnsafeMutablePointer<CharacterPointer?>?
  ) {
    let name = unsafe resolve(NameKey(name: name, prefix: prefix, uri: uri))
    unsafe builder.startElement(name)
    if unsafe builder.isFirstDeepElement { unsafe builder.firstDeepLine = currentLine }
    if namespaceCount > 0 { unsafe checkNamespaces() }
    guard attributeCount > 0, let attributes = unsafe attributes else { return }
    for index in unsafe 0..<builder.admittedAttributeCount(of: attributeCount) {
      let attribute = unsafe attributes + 5 * index
      guard let start = unsafe attribute[3], let end = unsafe attribute[4] else { continue }
      let name = unsafe resolve(
        NameKey(name: attribute[0], prefix: attribute[1], uri: attribute[2]))
      let value = unsafe UnsafeBufferPointer(start: start, count: end - start)
      unsafe builder.tree.bytes.append(contentsOf: value)
      unsafe builder.addAttribute(name, byteCount: value.count)
    }
  }

  mutating func addText(_ text: CharacterPointer?, _ count: Int) {
    unsafe builder.tree.bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
    unsafe builder.addText(byteCount: count)
  }

  mutating func addInstruction(_ target: CharacterPointer?, _ data: CharacterPointer?) {
    guard unsafe !builder.hasRoot, let target = unsafe target,
      unsafe String(cString: target) == "xml-stylesheet"
    else { return }
    unsafe builder.tree.styleSheetInstructions.append(
      data.map { unsafe String(cString: $0) } ?? "")
  }

  mutating func note(_ error: UnsafeMutablePointer<xmlError>?) {
    guard let error = unsafe error?.pointee else { return }
    if unsafe error.level == XML_ERR_FATAL {
      if unsafe fault == nil { unsafe fault = unsafe LibXML.Fault(error) }
    } else if unsafe error.code == XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue,
      unsafe undeclaredPrefix == nil
    {
      unsafe undeclaredPrefix = unsafe LibXML.Fault(error)
    }
  }

  private var currentLine: Int {
    unsafe context?.pointee.input.map { unsafe Int($0.pointee.line) } ?? 0
  }

  /// libxml2 searches the namespaces in scope one by one: thousands of them would take it forever.
  private mutating func checkNamespaces() {
    guard unsafe fault == nil, let context = unsafe context, unsafe context.pointee.nsNr > 2 * 512
    else { return }
    unsafe fault = LibXML.Fault(line: unsafe currentLine, reason: "too many namespaces")
    unsafe xmlStopParser(context)
  }

  // MARK: Names

  private mutating func resolve(_ key: NameKey) -> ResolvedName {
    var slot = unsafe key.slot(mask: keys.count - 1)
    while let known = unsafe keys[slot].name {
      if unsafe known == key.name && keys[slot].prefix == key.prefix && keys[slot].uri == key.uri {
        return unsafe resolved[slot]
      }
      slot = unsafe (slot + 1) & (keys.count - 1)
    }
    return unsafe resolveNew(key)
  }

  private mutating func resolveNew(_ key: NameKey) -> ResolvedName {
    guard let name = unsafe key.name else { return ResolvedName() }
    // The entry whose three parts are the name itself holds the index of its spelling.
    let spelling = unsafe NameKey(name: name, prefix: name, uri: name)
    var new = ResolvedName()
    if let index = unsafe find(spelling) {
      new.nameIndex = index
    } else {
      new.nameIndex = unsafe builder.addSpelling(String(cString: name))
      unsafe insert(spelling, new)
    }
    let bytes = unsafe Span(_unsafeStart: name, count: strlen(name))
    new.element = ElementName(spelled: bytes)
    new.lowercasedElement = ElementName(spelledInAnyCase: bytes)
    if let uri = unsafe key.uri {
      new.namespace = unsafe MarkupNamespace(uri: String(cString: uri))
    } else if let prefix = unsafe key.prefix {
      new.namespace = unsafe MarkupNamespace(customaryPrefix: String(cString: prefix))
    }
    unsafe insert(key, new)
    return new
  }

  private func find(_ key: NameKey) -> UInt16? {
    var slot = unsafe key.slot(mask: keys.count - 1)
    while let known = unsafe keys[slot].name {
      if unsafe known == key.name && keys[slot].prefix == key.prefix && keys[slot].uri == key.uri {
        return unsafe resolved[slot].nameIndex
      }
      slot = unsafe (slot + 1) & (keys.count - 1)
    }
    return nil
  }

  private mutating func insert(_ key: NameKey, _ name: ResolvedName) {
    unsafe resolvedCount += 1
    if unsafe resolvedCount * 2 > keys.count { unsafe grow() }
    unsafe place(key, name)
  }

  private mutating func place(_ key: NameKey, _ name: ResolvedName) {
    var slot = unsafe key.slot(mask: keys.count - 1)
    while unsafe keys[slot].name != nil { slot = unsafe (slot + 1) & (keys.count - 1) }
    unsafe keys[slot] = unsafe key
    unsafe resolved[slot] = name
  }

  private mutating func grow() {
    let oldKeys = unsafe keys
    let oldResolved = unsafe resolved
    let oldCount = oldResolved.count
    unsafe keys = [NameKey](
      repeating: unsafe NameKey(name: nil, prefix: nil, uri: nil), count: oldCount * 4)
    unsafe resolved = [ResolvedName](repeating: ResolvedName(), count: oldCount * 4)
    for index in 0..<oldCount where unsafe oldKeys[index].name != nil {
      unsafe place(oldKeys[index], oldResolved[index])
    }
  }
}

// MARK: Before the parse

extension LibXML {
  /// Whether libxml2 may not see this text as it is: it refers to other entities than XML's five
  /// or to characters that are meant otherwise, declares entities, or has more attributes in one
  /// tag than libxml2, which compares each with each, takes in reasonable time.
  static func needsRewriting(_ text: [UInt8], limits: Limits) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      let end = unsafe start + text.count
      return unsafe hasInternalSubset(text) || hasOtherReferences(start, end)
        || hasLongTag(start, end)
    }
  }

  /// The next `byte` from `start`: 0.1 ns a byte against 0.5 for a loop over a span.
  private static func find(
    _ byte: UInt8, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    let found = unsafe epub_find_byte(
      UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), Int32(byte), end - start)
    return unsafe UnsafeRawPointer(found)?.assumingMemoryBound(to: UInt8.self)
  }

  private static func hasOtherReferences(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    var position = unsafe start
    while let found = unsafe find(UInt8(ascii: "&"), position, end) {
      let bytes = unsafe Span(_unsafeStart: found, count: min(end - found, 12))
      guard PlainReference.begins(bytes) else { return true }
      unsafe position = found + 1
    }
    return false
  }

  /// A tag holds no `<`, and one with many attributes is long: it holds at least one whole block
  /// of half the length that is suspicious, so that one search a block finds it.
  private static func hasLongTag(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    let blockByteCount = 8192
    var block = unsafe start
    while unsafe end - block >= blockByteCount {
      let blockEnd = unsafe block + blockByteCount
      if unsafe find(UInt8(ascii: "<"), block, blockEnd) == nil {
        // Quotes, two an attribute.
        var quoteCount = 0
        var position = unsafe block
        while unsafe position < blockEnd {
          let byte = unsafe position.pointee
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quoteCount += 1 }
          unsafe position += 1
        }
        if quoteCount > 400 { return true }
      }
      unsafe block = blockEnd
    }
    return false
  }

  /// Only what stands before the root element is looked at.
  private static func hasInternalSubset(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe Prologue.hasInternalSubset(Span(_unsafeElements: text))
  }
}

// MARK: Encodings

extension LibXML {
  /// The text in UTF-8, bytes that the encoding does not have replaced by U+FFFD; `nil` for an
  /// encoding that nothing on this machine knows.
  static func decode(
    _ bytes: [UInt8], from encoding: String
  ) -> (text: [UInt8], replacedCount: Int)? {
    _ = isInitialized
    // A failed conversion is told to the thread's handler, which by default prints.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    guard let converter = unsafe xmlFindCharEncodingHandler(encoding) else { return nil }
    defer { unsafe xmlCharEncCloseFunc(converter) }
    guard let input = unsafe xmlBufferCreate() else { return nil }
    defer { unsafe xmlBufferFree(input) }
    guard let output = unsafe xmlBufferCreate() else { return nil }
    defer { unsafe xmlBufferFree(output) }

    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    var replacedCount = 0
    var position = 0
    while unsafe position < bytes.count || xmlBufferLength(input) > 0 {
      let chunk = min(bytes.count - position, 32_768)
      if chunk > 0 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
          guard let start = bytes.baseAddress else { return }
          unsafe xmlBufferAdd(input, start + position, Int32(chunk))
        }
        position += chunk
      }
      while unsafe xmlBufferLength(input) > 0 {
        let before = unsafe xmlBufferLength(input)
        let result = unsafe xmlCharEncInFunc(converter, output, input)
        unsafe text.append(
          contentsOf: UnsafeBufferPointer(
            start: xmlBufferContent(output), count: Int(xmlBufferLength(output))))
        unsafe xmlBufferEmpty(output)
        if unsafe xmlBufferLength(input) < before { continue }
        // A sequence that goes on in the next chunk, or one that is none.
        if result != -2, position < bytes.count { break }
        unsafe xmlBufferShrink(input, 1)
        text.append(scalar: "\u{FFFD}")
        replacedCount += 1
      }
    }
    guard text.isWellFormedUTF8 else { return nil }
    return (text, replacedCount)
  }
}
