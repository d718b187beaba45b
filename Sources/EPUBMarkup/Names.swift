/// The XML namespaces that books use.
public enum MarkupNamespace: UInt8, Hashable, Sendable {
  case none, xhtml, svg, mathML, ops, opf, dublinCore, ncx, container, xml, xlink
  case encryption, signature, ssml
  /// Any other URI.
  case other
}

/// The local names that some room asks for, whatever their namespace; `other` for the rest, whose
/// spelling is in `MarkupTree.names`.
///
/// In the XHTML namespace names written in capitals (`<P>`) count as their lower-case ones.
public enum ElementName: String, CaseIterable, Hashable, Sendable {
  case other = ""
  // XHTML
  case a, abbr, acronym, address, applet, area, article, aside, audio, b, base, basefont, bdi, bdo,
    big, blockquote, body, br, button, canvas, caption, center, cite, code, col, colgroup, data,
    datalist, dd, del, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption,
    figure, font, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr,
    html, i, iframe, img, input, ins, kbd, label, legend, li, link, main, map, mark, menu, meta,
    meter, nav, noframes, noscript, object, ol, optgroup, option, output, p, param, picture, pre,
    progress, q, rb, rp, rt, rtc, ruby, s, samp, script, search, section, select, slot, small,
    source, span, strike, strong, style, sub, summary, sup, table, tbody, td, template, textarea,
    tfoot, th, thead, time, title, tr, track, tt, u, ul, `var`, video, wbr
  // SVG
  case svg, g, text, tspan, textPath, tref, desc, defs, metadata, image, use, symbol, foreignObject,
    `switch`, circle, clipPath, ellipse, filter, line, linearGradient, marker, mask, path, pattern,
    polygon, polyline, radialGradient, rect, set, stop, view, animate
  // MathML
  case math, mi, mn, mo, ms, mtext, mspace, mrow, mfrac, msqrt, mroot, mstyle, merror, mpadded,
    mphantom, mfenced, menclose, msub, msup, msubsup, munder, mover, munderover, mmultiscripts,
    mprescripts, none, mtable, mtr, mlabeledtr, mtd, maction, semantics, annotation, maligngroup,
    malignmark, mglyph, mstack, mlongdiv
  case annotationXML = "annotation-xml"
  // epub:switch
  case `case`, `default`, trigger
  // Package document, container, encryption, NCX
  case package, manifest, item, spine, itemref, guide, reference, tours, collection, bindings,
    mediaType, creator, contributor, identifier, language, subject, description, publisher, date,
    type, format, relation, coverage, rights
  case rootfiles, rootfile, links, container
  case encryption, resource
  case encryptedData = "EncryptedData"
  case encryptionMethod = "EncryptionMethod"
  case keyInfo = "KeyInfo"
  case keyName = "KeyName"
  case retrievalMethod = "RetrievalMethod"
  case cipherData = "CipherData"
  case cipherReference = "CipherReference"
  case encryptionProperties = "EncryptionProperties"
  case encryptionProperty = "EncryptionProperty"
  case compression = "Compression"
  case ncx, navMap, navPoint, navLabel, navInfo, content, pageList, pageTarget, navList, navTarget,
    docTitle, docAuthor
  case dcMetadata = "dc-metadata"
  case xMetadata = "x-metadata"
}
