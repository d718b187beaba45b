/// The documents that `BookBuilder` writes of itself.
extension BookBuilder {
  var defaultContainerFile: String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="\(folder.isEmpty ? "" : folder + "/")package.opf" \
    media-type="application/oebps-package+xml"/></rootfiles>
    </container>
    """
  }

  var defaultPackage: String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <package xmlns="http://www.idpf.org/2007/opf" version="\(version)" unique-identifier="id" \
    \(packageAttributes)>
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="id">\(escaped(identifier))</dc:identifier>
    <dc:title>\(escaped(title))</dc:title>
    \(creators.map { "<dc:creator>\(escaped($0))</dc:creator>\n" }.joined())\
    <dc:language>\(escaped(language))</dc:language>
    <meta property="dcterms:modified">2025-01-01T00:00:00Z</meta>
    \(metadata)
    </metadata>
    <manifest>
    \(manifest)</manifest>
    <spine\(hasNCX ? " toc=\"ncx\"" : "") \(spineAttributes)>
    \(spine)</spine>
    \(packageChildren)
    </package>
    """
  }

  private var manifest: String {
    var lines: [String] = []
    if hasNavigationDocument {
      lines.append(
        "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" "
          + "properties=\"nav\"/>\n")
    }
    if hasNCX {
      lines.append(
        "<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>\n")
    }
    for item in items {
      let properties = item.properties.isEmpty ? "" : " properties=\"\(item.properties)\""
      lines.append(
        "<item id=\"\(item.id)\" href=\"\(escaped(item.href))\" media-type=\"\(item.mediaType)\""
          + "\(properties) \(item.attributes)/>\n")
    }
    return lines.joined()
  }

  private var spine: String {
    items.filter(\.isInSpine).map {
      "<itemref idref=\"\($0.id)\"\($0.isLinear ? "" : " linear=\"no\"")/>\n"
    }.joined()
  }

  private var titled: [(title: String, href: String)] {
    items.compactMap { item in item.title.map { ($0, item.href) } }
  }

  var defaultNavigation: String {
    let entries = titled.map {
      "<li><a href=\"\(escaped($0.href))\">\(escaped($0.title))</a></li>\n"
    }
    let pages = pageList.map {
      "<li><a href=\"\(escaped($0.href))\">\(escaped($0.label))</a></li>\n"
    }
    let pageNavigation =
      pages.isEmpty ? "" : "<nav epub:type=\"page-list\"><ol>\n\(pages.joined())</ol></nav>\n"
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
      <head><title>\(escaped(title))</title></head>
      <body>
      <nav epub:type="toc">\(contentsList ?? "<ol>\n\(entries.joined())</ol>")</nav>
      \(pageNavigation)\(navigationChildren)</body>
      </html>
      """
  }

  var defaultNCX: String {
    func point(_ name: String, _ label: String, _ href: String, _ number: Int) -> String {
      "<\(name) id=\"\(name)\(number)\" playOrder=\"\(number)\">"
        + "<navLabel><text>\(escaped(label))</text></navLabel>"
        + "<content src=\"\(escaped(href))\"/></\(name)>\n"
    }
    let points = titled.enumerated().map { point("navPoint", $1.title, $1.href, $0 + 1) }
    let targets = pageList.enumerated().map { point("pageTarget", $1.label, $1.href, $0 + 1) }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
      <head><meta name="dtb:uid" content="\(escaped(identifier))"/></head>
      <docTitle><text>\(escaped(title))</text></docTitle>
      <navMap>\(points.joined())</navMap>
      \(targets.isEmpty ? "" : "<pageList>\(targets.joined())</pageList>")
      </ncx>
      """
  }
}

/// Text for XML content and double-quoted attributes.
public func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
