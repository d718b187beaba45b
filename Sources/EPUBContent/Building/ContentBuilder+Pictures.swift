import EPUBBasics
import EPUBMarkup

/// Pictures: a block of their own where nothing else stands in it, else `[Image: …]` in the line.
extension ContentBuilder {
  /// A picture that `source` of the element names.
  mutating func appendPicture(_ node: Int, _ source: AttributeName) {
    guard frames[frames.count - 1].style.isVisible else { return }
    var reference =
      string(source, of: node)
      ?? (source == .href ? string(.href, in: .xlink, of: node) : nil)
    if reference == nil, source == .src, let set = string(.srcset, of: node) {
      reference = set.split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init)
    }
    if source == .data || nodes[node].name == .embed,
      !isPicture(type: string(.type, of: node), reference)
    {
      return
    }
    append(image: image(reference, alternative: alternative(of: node)), reference, at: node)
  }

  private func image(_ reference: String?, alternative: String?) -> Image {
    guard let reference, case .inside(let target, _) = path.resolving(reference),
      target.path != path
    else { return Image(path: nil, alternative: alternative) }
    return Image(path: target.path, alternative: alternative)
  }

  private func isPicture(type: String?, _ reference: String?) -> Bool {
    if let type { return type.hasPrefix("image/") }
    guard let reference, case .inside(let target, _) = path.resolving(reference) else {
      return false
    }
    return ["jpg", "jpeg", "png", "gif", "svg", "webp", "avif", "jxl", "bmp"]
      .contains(target.path.fileExtension)
  }

  /// The alternative text; `""` for decoration, `nil` when the author said nothing.
  private func alternative(of node: Int) -> String? {
    if hasWord(["presentation", "none"], in: value(.role, of: node))
      || hasWord(["true"], in: value(.ariaHidden, of: node))
    {
      return ""
    }
    if nodes[node].namespace == .svg, let title = titleOrLabel(of: node) ?? svgTitle {
      return title
    }
    if let alt = value(.alt, of: node) { return collapsed(alt) }
    for name in [AttributeName.ariaLabel, .title] {
      if let range = value(name, of: node) {
        let text = collapsed(range)
        if !text.isEmpty { return text }
      }
    }
    return nil
  }

  /// What an SVG element says it is.
  func titleOrLabel(of node: Int) -> String? {
    if let title = tree.children(of: node).first(where: { tree.isElement($0, .svg, .title) }) {
      let text = collapsed(tree.text(of: title).utf8)
      if !text.isEmpty { return text }
    }
    return value(.ariaLabel, of: node).map { collapsed($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func append(image: Image, _ reference: String?, at node: Int) {
    guard document.images.count < limits.maximumPictureCount else { return tell(.pictures) }
    let index = Int32(document.images.count)
    var image = image
    image.element = frames[frames.count - 1].element
    document.images.append(image)
    if !block.isOpen { beginBlock() }
    pictures.append(PendingPicture(image: index, anchorCount: document.anchors.count))
    guard let label = pictureLabel(image, reference) else {
      block.insertionCount += 1
      return
    }
    var look = frames[frames.count - 1].look
    // An icon's words in a line of text are one thing.
    if label.utf8.count <= Self.longestUnbrokenLabel { look.style.insert(.noWrap) }
    insert(initial(image, at: node) ?? label, look: look, image: index)
  }

  private static var longestUnbrokenLabel: Int { 24 }

  /// What is shown in a line for a picture, `nil` for decoration.
  private func pictureLabel(_ image: Image, _ reference: String?) -> String? {
    if let alternative = image.alternative {
      return alternative.isEmpty ? nil : "[Image: \(alternative)]"
    }
    var name = image.path.map { String($0.name) } ?? ""
    if name.isEmpty, let reference, !reference.hasPrefix("data:") {
      let last = reference.split(separator: "/").last.map(String.init) ?? ""
      name = last.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init) ?? ""
    }
    return name.isEmpty ? "[Image]" : "[Image: \(name.printable)]"
  }

  mutating func appendGeneratedPicture(_ source: String, alternative: String?, look: Look) {
    guard let alternative, !alternative.isEmpty else { return }
    insert("[Image: \(alternative.printable)]", look: look)
  }

  /// The open block holds pictures only: each becomes a block.
  mutating func emitPictures() {
    for picture in pictures {
      var value = block.value
      value.kind = .image
      value.level = 0
      value.image = picture.image
      value.element = document.images[Int(picture.image)].element
      emit(value)
    }
    moveAnchorsOverPictures()
  }

  /// Anchors between the pictures of one block lead to the picture after them.
  private mutating func moveAnchorsOverPictures() {
    guard pictures.count > 1, !openAnchors.isEmpty else { return }
    let first = Int32(document.blocks.count - pictures.count)
    var before = 0
    for open in openAnchors {
      while before < pictures.count, pictures[before].anchorCount <= open.index { before += 1 }
      if before > 0 { document.anchors[open.index].block = first + Int32(before) }
    }
  }

  /// A drawing of this document itself.
  mutating func appendDrawing(_ node: Int) {
    guard frames[frames.count - 1].style.isVisible else { return }
    let isWhole = node == 0
    append(
      image: Image(path: isWhole ? path : nil, alternative: alternative(of: node)), nil, at: node)
  }
}

/// A picture of the open block.
struct PendingPicture {
  let image: Int32
  /// `anchors.count` when it came.
  let anchorCount: Int
}
