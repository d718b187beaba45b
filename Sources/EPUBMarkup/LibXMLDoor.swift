private import CLibXML2
import EPUBBasics
private import Glibc

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
    /// The fault is that the text ends too early.
    var endsEarly = false
    /// A masked text had masked bytes in a place that has no counterpart in the original.
    fileprivate var needsOriginal = false
  }

  /// - Parameter recovering: goes on after faults as well as libxml2 can.
  static func parse(_ text: [UInt8], into builder: TreeBuilder, recovering: Bool = false) -> Outcome
  {
    _ = isInitialized
    if !recovering, ByteScan.isMaskable(text) {
      let isLong = unsafe text.count > Feed.leastByteCount
      let masked = isLong ? text : ByteScan.masked(text)
      let outcome = parse(
        masked, original: text, masking: isLong, into: builder, recovering: false)
      if outcome.fault == nil || outcome.endsEarly, !outcome.needsOriginal { return outcome }
    }
    return parse(text, original: nil, into: builder, recovering: recovering)
  }

  /// Parses `text`; where it is a masked one, the bytes of the tree come from the original.
  private static func parse(
    _ text: [UInt8], original: [UInt8]?, masking: Bool = false, into builder: TreeBuilder,
    recovering: Bool
  ) -> Outcome {
    var sink = unsafe Sink(builder: builder)
    var isWellFormed = false
    // References are longer than what they stand for, so that no tree holds more bytes than its
    // document; appending to an array instead takes 4 % longer.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count) { bytes, count in
      unsafe sink.bytes = unsafe bytes
      isWellFormed = unsafe text.withUnsafeBufferPointer { text in
        unsafe (original ?? []).withUnsafeBufferPointer { original in
          unsafe sink.original = unsafe original
          return unsafe withUnsafeMutablePointer(to: &sink) { sink in
            unsafe parse(Feed(text, masking: masking), into: sink, recovering: recovering)
          }
        }
      }
      count = unsafe sink.builder.byteCount
    }
    unsafe sink.builder.finish(bytes: bytes)
    var outcome = unsafe Outcome(
      builder: sink.builder, undeclaredPrefix: sink.undeclaredPrefix, endsEarly: sink.endsEarly,
      needsOriginal: sink.needsOriginal)
    if !isWellFormed {
      outcome.fault = unsafe sink.fault ?? Fault(line: 1, reason: "the parser gave no reason")
    }
    return outcome
  }

  private static let isInitialized: Void = xmlInitParser()

  private static func parse(
    _ feed: Feed, into sink: UnsafeMutablePointer<Sink>, recovering: Bool
  ) -> Bool {
    let feeding = UnsafeMutablePointer<Feed>.allocate(capacity: 1)
    unsafe feeding.initialize(to: feed)
    defer { unsafe feeding.deallocate() }
    guard let context = unsafe Feed.context(feeding) else { return false }
    defer { unsafe xmlFreeParserCtxt(context) }
    unsafe sink.pointee.feed = unsafe feeding
    unsafe sink.pointee.recovering = recovering
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

/// How a text comes to the parser: at once, or, if it is long, piece by piece, so that neither the copy
/// that libxml2 makes of it nor a masked one is in memory as a whole.
@unsafe private struct Feed {
  static let leastByteCount = 1 << 20

  private let text: UnsafeBufferPointer<UInt8>
  private let masking: Bool
  /// Bytes handed over.
  private var position = 0

  init(_ text: UnsafeBufferPointer<UInt8>, masking: Bool) {
    unsafe self.text = unsafe text
    unsafe self.masking = masking
  }

  /// What the parser has not been given yet.
  var restCount: Int { unsafe text.count - position }

  static func context(_ feed: UnsafeMutablePointer<Feed>) -> xmlParserCtxtPtr? {
    let text = unsafe feed.pointee.text
    guard let start = text.baseAddress, let size = Int32(exactly: text.count) else { return nil }
    if unsafe text.count > leastByteCount {
      return unsafe xmlCreateIOParserCtxt(
        nil, nil,
        { feed, room, count in
          guard let feed = unsafe feed, let room = unsafe room else { return -1 }
          return unsafe feed.assumingMemoryBound(to: Feed.self).pointee.take(room, count)
        }, nil, feed, XML_CHAR_ENCODING_NONE)
    }
    unsafe feed.pointee.position = text.count
    return unsafe xmlCreateMemoryParserCtxt(
      UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), size)
  }

  private mutating func take(_ room: UnsafeMutablePointer<CChar>, _ count: Int32) -> Int32 {
    let count = unsafe min(Int(count), restCount)
    guard count > 0, let start = unsafe text.baseAddress else { return 0 }
    let bytes = unsafe UnsafeMutableRawPointer(room).assumingMemoryBound(to: UInt8.self)
    let source = unsafe start + position
    if unsafe masking {
      for index in 0..<count { unsafe bytes[index] = min(source[index], ByteScan.mask) }
    } else {
      unsafe bytes.update(from: source, count: count)
    }
    unsafe position += count
    return Int32(truncatingIfNeeded: count)
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
    var name: CharacterPointer?
    var prefix: CharacterPointer?
    var uri: CharacterPointer?

    /// The addresses are those of strings side by side: their low bits tell them apart once mixed.
    var hash: Int {
      let mixed =
        unsafe UInt(bitPattern: name) &+ UInt(bitPattern: prefix) &* 31
        &+ UInt(bitPattern: uri) &* 131
      return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }

    static func != (left: Self, right: Self) -> Bool {
      unsafe left.name != right.name || left.uri != right.uri || left.prefix != right.prefix
    }
  }

  @unsafe struct NameEntry {
    var key = unsafe NameKey()
    var resolved = ResolvedName()
  }

  var builder: TreeBuilder
  /// Where text and values go; as long as the document.
  var bytes = unsafe UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  /// What a masked text was made of; empty when the parser reads the text itself.
  var original = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var needsOriginal = false
  var context: xmlParserCtxtPtr?
  var feed: UnsafeMutablePointer<Feed>?
  /// The first fault is at the end of the text.
  private(set) var endsEarly = false
  /// Whether the parser goes on after a fault; if not, some text comes all the same.
  var recovering = false
  var fault: LibXML.Fault?
  var undeclaredPrefix: LibXML.Fault?
  /// Open addressing; the size is a power of two and at most half of it is used.
  private var names = unsafe [NameEntry](repeating: NameEntry(), count: 128)
  private var nameCount = 0
  private var lastURI: CharacterPointer?
  private var lastNamespace = MarkupNamespace.none

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
    if let depth = unsafe context?.pointee.nameNr, depth > 100_000 { unsafe stopTooDeep() }
    guard attributeCount > 0, let attributes = unsafe attributes else { return }
    for index in unsafe 0..<builder.admittedAttributeCount(of: attributeCount) {
      let attribute = unsafe attributes + 5 * index
      guard let start = unsafe attribute[3], let end = unsafe attribute[4] else { continue }
      let name = unsafe resolve(
        NameKey(name: attribute[0], prefix: attribute[1], uri: attribute[2]))
      let byteCount = unsafe append(start, end - start)
      unsafe builder.addAttribute(name, byteCount: byteCount)
    }
  }

  mutating func addText(_ text: CharacterPointer?, _ count: Int) {
    guard let text = unsafe text, unsafe fault == nil || recovering else { return }
    let byteCount = unsafe append(text, count)
    unsafe builder.addText(byteCount: byteCount)
  }

  /// Copies bytes behind those of the builder; returns how many: all, or none if there were no room.
  private mutating func append(_ start: CharacterPointer, _ count: Int) -> Int {
    guard count > 0, unsafe count <= bytes.count - builder.byteCount,
      let base = unsafe bytes.baseAddress
    else { return 0 }
    let source = unsafe original.isEmpty ? start : originalBytes(of: start, count)
    unsafe (base + builder.byteCount).update(from: source, count: count)
    return count
  }

  /// Where the original of masked bytes is: at the same offset, if they lie in the parser's input.
  /// What libxml2 has made itself (a character of a reference, a value with references) has none.
  private mutating func originalBytes(
    of start: CharacterPointer, _ count: Int
  ) -> CharacterPointer {
    if let input = unsafe context?.pointee.input?.pointee, let base = unsafe input.base,
      let end = unsafe input.end, unsafe start >= base, unsafe start + count <= end
    {
      let offset = unsafe Int(clamping: input.consumed) + (start - base)
      if unsafe offset + count <= original.count, let original = unsafe original.baseAddress {
        return unsafe original + offset
      }
    }
    let isMasked = unsafe memchr(start, Int32(ByteScan.mask), count) != nil
    unsafe needsOriginal = unsafe needsOriginal || isMasked
    return unsafe start
  }

  mutating func addInstruction(_ target: CharacterPointer?, _ data: CharacterPointer?) {
    guard unsafe !builder.hasRoot, let target = unsafe target,
      unsafe String(cString: target) == "xml-stylesheet"
    else { return }
    let text = unsafe data.map { unsafe String(cString: $0) } ?? ""
    unsafe needsOriginal =
      unsafe needsOriginal || !original.isEmpty && text.utf8.contains(ByteScan.mask)
    unsafe builder.tree.styleSheetInstructions.append(text)
  }

  mutating func note(_ error: UnsafeMutablePointer<xmlError>?) {
    guard let error = unsafe error?.pointee else { return }
    if unsafe error.level == XML_ERR_FATAL {
      guard unsafe fault == nil else { return }
      unsafe fault = unsafe LibXML.Fault(error)
      // Of a section that does not end nothing would have been handed over.
      unsafe endsEarly = unsafe isNearEnd && error.code != XML_ERR_CDATA_NOT_FINISHED.rawValue
    } else if unsafe error.code == XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue,
      unsafe undeclaredPrefix == nil
    {
      unsafe undeclaredPrefix = unsafe LibXML.Fault(error)
    }
  }

  /// Whether no more of the text is left than can be the beginning of a tag or a reference.
  private var isNearEnd: Bool {
    guard let input = unsafe context?.pointee.input?.pointee, let feed = unsafe feed,
      let current = unsafe input.cur, let end = unsafe input.end
    else { return false }
    return unsafe feed.pointee.restCount == 0 && end - current < 16
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

  /// libxml2 takes memory for each open element. What is deeper is rewritten, which takes in the text alone.
  private mutating func stopTooDeep() {
    guard unsafe fault == nil, let context = unsafe context else { return }
    unsafe fault = LibXML.Fault(line: unsafe currentLine, reason: "elements nested too deeply")
    unsafe xmlStopParser(context)
  }

  // MARK: Names

  private mutating func resolve(_ key: NameKey) -> ResolvedName {
    let slot = unsafe slot(of: key)
    if unsafe names[slot].key.name != nil { return unsafe names[slot].resolved }
    return unsafe resolveNew(key)
  }

  private mutating func resolveNew(_ key: NameKey) -> ResolvedName {
    guard let name = unsafe key.name else { return ResolvedName() }
    let bytes = unsafe Span(_unsafeStart: name, count: Int(xmlStrlen(name)))
    var new = ResolvedName()
    new.element = ElementName(spelled: bytes)
    new.lowercasedElement =
      bytes.hasCapitals ? ElementName(spelledInAnyCase: bytes) : new.element
    new.nameIndex = unsafe spellingIndex(of: name, new.element)
    if let uri = unsafe key.uri {
      new.namespace = unsafe namespace(uri)
    } else if let prefix = unsafe key.prefix {
      new.namespace = unsafe MarkupNamespace(customaryPrefix: String(cString: prefix))
    }
    unsafe insert(key, new)
    return new
  }

  /// The entry whose three parts are the name itself holds the index of its spelling.
  private mutating func spellingIndex(
    of name: CharacterPointer, _ element: ElementName
  ) -> UInt16 {
    let key = unsafe NameKey(name: name, prefix: name, uri: name)
    let slot = unsafe slot(of: key)
    if unsafe names[slot].key.name != nil { return unsafe names[slot].resolved.nameIndex }
    var spelling = ResolvedName()
    spelling.nameIndex = unsafe builder.addSpelling(
      element == .other ? String(cString: name) : element.rawValue)
    unsafe insert(key, spelling)
    return spelling.nameIndex
  }

  /// Most names of a document are in the namespace of the name before.
  private mutating func namespace(_ uri: CharacterPointer) -> MarkupNamespace {
    if let last = unsafe lastURI, unsafe last == uri { return unsafe lastNamespace }
    unsafe lastURI = unsafe uri
    unsafe lastNamespace = unsafe MarkupNamespace(uri: String(cString: uri))
    return unsafe lastNamespace
  }

  /// Where `key` stands, or where it would.
  private func slot(of key: NameKey) -> Int {
    let mask = unsafe names.count - 1
    var slot = unsafe key.hash & mask
    while unsafe names[slot].key.name != nil, unsafe names[slot].key != key {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func insert(_ key: NameKey, _ name: ResolvedName) {
    unsafe nameCount += 1
    if unsafe nameCount * 2 > names.count { unsafe grow() }
    let slot = unsafe slot(of: key)
    unsafe names[slot] = unsafe NameEntry(key: key, resolved: name)
  }

  private mutating func grow() {
    let old = unsafe names
    let count = unsafe old.count
    unsafe names = unsafe [NameEntry](repeating: NameEntry(), count: count * 4)
    for index in 0..<count where unsafe old[index].key.name != nil {
      let slot = unsafe slot(of: old[index].key)
      unsafe names[slot] = unsafe old[index]
    }
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
