"""Small books made for single tests."""

import html
import os
import tempfile
import zipfile

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>"""


def scratch():
    """A folder for one test; a program that just ends may still write to it when it goes."""
    return tempfile.TemporaryDirectory(ignore_cleanup_errors=True)


def write_book(path, chapters, title="A Book", author="An Author", language="en", style=""):
    """Writes an EPUB of chapters, each a title and the XHTML in its body."""
    items, refs, entries = [], [], []
    for index, (name, _) in enumerate(chapters, 1):
        items.append(f'<item id="c{index}" href="c{index}.xhtml" media-type="application/xhtml+xml"/>')
        refs.append(f'<itemref idref="c{index}"/>')
        entries.append(f'<li><a href="c{index}.xhtml">{name}</a></li>')
    package = f"""<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:x:{html.escape(os.path.basename(path))}</dc:identifier>
<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator><dc:language>{language}</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
{"".join(items)}</manifest><spine>{"".join(refs)}</spine></package>"""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("p.opf", package)
        book.writestr("nav.xhtml", page("Contents", f'<nav epub:type="toc"><ol>{"".join(entries)}'
                                                    "</ol></nav>"))
        for index, (name, body) in enumerate(chapters, 1):
            book.writestr(f"c{index}.xhtml", page(name, f"{body}", style))
    return path


def page(title, body, style=""):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>{title}</title><style>{style}</style></head><body>{body}</body></html>"""


def paragraphs(count, text="The tide came in and the tide went out over the long flat sand.",
               first=1):
    """Paragraphs that each begin with their number."""
    return "".join(f"<p>{number}. {text}</p>" for number in range(first, first + count))
