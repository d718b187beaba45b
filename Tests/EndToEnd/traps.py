"""Books made to exhaust their reader, each a few kilobytes to some megabytes that stand for much more."""

import collections
import io
import itertools
import os
import string
import struct
import zlib

from books import CONTAINER, page, paragraphs

Trap = collections.namedtuple("Trap", "sentence make statuses finding rest seconds mebibytes")
TRAPS = []
REST = "The readable rest."


def trap(sentence, status=(0,), finding=None, rest=False, seconds=2.0, mebibytes=128):
    """Writes down a function that makes a trap at a path.

    `status`: what commands may end with; `finding`: a code that `check` tells; `rest`: whether REST must be
    among what `text` prints; `seconds` and `mebibytes`: what a command may take, more than the usual only with a
    reason beside it.
    """

    def note(make):
        TRAPS.append(Trap(sentence, make, status, finding, rest, seconds, mebibytes))
        return make

    return note


class Archive:
    """Writes ZIP archives whose directory may say anything."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.directory = io.BytesIO()
        self.count = 0
        self.add("mimetype", b"application/epub+zip", compress=False)

    def add(self, name, data, compress=True):
        body = zlib.compressobj(6, zlib.DEFLATED, -15) if compress else None
        stored = body.compress(data) + body.flush() if compress else data
        self.add_raw(name, stored, len(data), zlib.crc32(data), 8 if compress else 0)

    def add_raw(self, name, stored, size, crc=0, method=8, stated=None):
        offset = self.file.tell()
        name = name.encode() if isinstance(name, str) else name
        wide = struct.pack("<HHQQ", 1, 16, size, len(stored)) if size > 0xFFFFFFFE else b""
        short = 0xFFFFFFFF if wide else size
        self.file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, method, 0, 33, crc,
                                    0xFFFFFFFF if wide else len(stored), short, len(name), len(wide)))
        self.file.write(name + wide + stored)
        self.list(name, offset, len(stored), size if stated is None else stated, crc, method)
        return offset

    def list(self, name, offset, stored, size, crc=0, method=8):
        """Names an entry in the directory alone."""
        name = name.encode() if isinstance(name, str) else name
        wide = struct.pack("<HHQQ", 1, 16, size, stored) if size > 0xFFFFFFFE else b""
        self.directory.write(struct.pack(
            "<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, method, 0, 33, crc,
            0xFFFFFFFF if wide else stored, 0xFFFFFFFF if wide else size, len(name), len(wide), 0, 0, 0,
            0, offset) + name + wide)
        self.count += 1

    def close(self):
        start, directory = self.file.tell(), self.directory.getvalue()
        self.file.write(directory)
        end = self.file.tell()
        if self.count > 0xFFFE:
            self.file.write(struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, self.count, self.count,
                                        len(directory), start))
            self.file.write(struct.pack("<IIQI", 0x07064B50, 0, end, 1))
        self.file.write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, min(self.count, 0xFFFF),
                                    min(self.count, 0xFFFF), len(directory), start, 0))
        self.file.close()


def package(manifest, spine, attributes=""):
    return f"""<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x:trap</dc:identifier>
<dc:title>A Trap</dc:title><dc:language>en</dc:language></metadata>
<manifest>{manifest}</manifest><spine{attributes}>{spine}</spine></package>"""


ITEM = '<item id="{0}" href="{0}" media-type="application/xhtml+xml"/>'
NAV = '<item id="nav" href="nav" media-type="application/xhtml+xml" properties="nav"/>'
REF = '<itemref idref="{0}"/>'


def book(path, chapters, contents=None, manifest="", spine="", files=()):
    """A book of documents, each a name and its text; the first chapter says REST."""
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    chapters = [("rest", page("Rest", f"<p>{REST}</p>")), *chapters]
    contents = contents or '<li><a href="rest">Rest</a></li>'
    items = "".join(ITEM.format(name) for name, _ in chapters) + NAV + manifest
    refs = "".join(REF.format(name) for name, _ in chapters) + spine
    archive.add("p.opf", package(items, refs).encode())
    archive.add("nav", page("Contents", f'<nav epub:type="toc"><ol>{contents}</ol></nav>').encode())
    for name, text in chapters:
        archive.add(name, text if isinstance(text, bytes) else text.encode())
    for name, data in files:
        archive.add(name, data)
    archive.close()


def chapter(path, body, style=""):
    book(path, [("c", page("Trap", body, style))])


def names():
    """Short names, no two alike."""
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_lowercase, repeat=length):
            yield "".join(letters)


def first_names(count):
    return list(itertools.islice(names(), count))


# Archives

@trap("ten gigabytes of zeros in an entry", finding="document-past-limit", rest=True)
def zeros(path):
    _zeros(path, None)


@trap("ten gigabytes of zeros where the directory says a thousand bytes", rest=True)
def zeros_that_lie(path):
    _zeros(path, 1000)


def _zeros(path, stated):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = packer.compress(bytes(16 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    archive.add("p.opf", package(ITEM.format("c") + ITEM.format("rest"),
                                 REF.format("c") + REF.format("rest")).encode())
    archive.add("rest", page("Rest", f"<p>{REST}</p>").encode())
    archive.add_raw("c", part * 640 + b"\x03\x00", 10 << 30, stated=stated)
    archive.close()


@trap("a thousand chapters that are one entry of 16 MB", finding="entry-overlapping")
def overlapping(path):
    text = page("Trap", "<p>" + "sea " * (4 << 20) + "</p>").encode()
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    chapters = [f"c{number}" for number in range(1000)]
    archive.add("p.opf", package("".join(map(ITEM.format, chapters)),
                                 "".join(map(REF.format, chapters))).encode())
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    stored = packer.compress(text) + packer.flush()
    offset = archive.add_raw("c0", stored, len(text), zlib.crc32(text))
    for name in chapters[1:]:
        archive.list(name, offset, len(stored), len(text), zlib.crc32(text))
    archive.close()


@trap("entries nested in one another's data", finding="entry-overlapping", rest=True)
def nested(path):
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    chapters = [f"c{number}" for number in range(2000)]
    archive.add("p.opf", package("".join(map(ITEM.format, [*chapters, "rest"])),
                                 "".join(map(REF.format, [*chapters, "rest"]))).encode())
    archive.add("rest", page("Rest", f"<p>{REST}</p>").encode())
    # Each is stored, and holds the local headers and data of all that follow.
    start = archive.file.tell()
    header = 30 + 5
    end = start + header * len(chapters)
    for number, name in enumerate(chapters):
        size = end - archive.file.tell() - header
        name = name.ljust(5, "_").encode()
        offset = archive.file.tell()
        archive.file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 0, 0, 33, 0, size, size, 5, 0))
        archive.file.write(name)
        archive.list(chapters[number], offset, size, size, method=0)
    archive.close()


@trap("a million entries", status=(65,))
def million_entries(path):
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    archive.add("p.opf", package(ITEM.format("rest"), REF.format("rest")).encode())
    archive.add("rest", page("Rest", f"<p>{REST}</p>").encode())
    offset = archive.add_raw("x", b"", 0, method=0)
    for number in range(999_000):
        archive.list(f"f/{number}", offset, 0, 0, method=0)
    archive.close()


@trap("more entries than are taken", status=(65,))
def too_many_entries(path):
    archive = Archive(path)
    offset = archive.add_raw("x", b"", 0, method=0)
    for number in range(1_100_000):
        archive.list(str(number), offset, 0, 0, method=0)
    archive.close()


@trap("two gigabytes that are no archive", status=(65,))
def no_archive(path):
    with open(path, "wb") as file:
        file.truncate(2 << 30)


@trap("half a gigabyte behind an archive's beginning", status=(0, 65))
def beginning_alone(path):
    archive = Archive(path)
    archive.file.truncate(512 << 20)
    archive.file.close()


@trap("two gigabytes of archives' beginnings", status=(0, 65))
def beginnings(path):
    with open(path, "wb") as file:
        file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 33, 0, 1, 1, 1, 0) * (4 << 20))
        file.truncate(2 << 30)


@trap("a pipe that nobody writes to", status=(65,))
def pipe(path):
    os.mkfifo(path)


@trap("an empty folder", status=(65,))
def folder(path):
    os.mkdir(path)


@trap("a folder that holds itself", status=(65,))
def endless_folder(path):
    os.mkdir(path)
    os.symlink(path, os.path.join(path, "again"))
    os.symlink("/", os.path.join(path, "all"))


@trap("folders ten thousand deep", status=(65,))
def deep_folder(path):
    os.mkdir(path)
    back = os.open(".", os.O_RDONLY)
    os.chdir(path)
    for _ in range(10_000):
        os.mkdir("d")
        os.chdir("d")
    os.fchdir(back)
    os.close(back)


# Packages

@trap("a million items in manifest and spine", status=(65,))
def million_items(path):
    _items(path, 1_000_000)


@trap("as many items in manifest and spine as a package document may hold", finding="manifest-too-long", rest=True)
def many_items(path):
    _items(path, 290_000)


def _items(path, count):
    names = first_names(count)
    book(path, [], manifest="".join(f'<item id="{name}" href="{name}"/>' for name in names),
         spine="".join(map(REF.format, names)))


@trap("a million times the same chapter", status=(65,))
def million_times(path):
    book(path, [], spine=REF.format("rest") * 1_000_000)


@trap("the same chapter as often as a package document may say", rest=True)
def many_times(path):
    book(path, [], spine=REF.format("rest") * 600_000)


@trap("half a million chapters that are not there", rest=True)
def many_missing(path):
    book(path, [], spine="".join(map(REF.format, first_names(500_000))))


@trap("fallbacks that go in a circle", rest=True)
def fallback_cycle(path):
    names = first_names(50_000)
    manifest = "".join(f'<item id="x{name}" href="x{name}" media-type="a/b" fallback="x{after}"/>'
                       for name, after in zip(names, names[1:] + names[:1]))
    book(path, [], manifest=manifest, spine="".join(f'<itemref idref="x{name}"/>' for name in names))


@trap("as many entries of metadata as a package document may hold", rest=True)
def metadata(path):
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    text = package(ITEM.format("rest"), REF.format("rest")).replace(
        "</metadata>", "<dc:creator>A</dc:creator>" * 250_000
        + '<meta refines="#x" property="role">y</meta>' * 200_000 + "</metadata>")
    archive.add("p.opf", text.encode())
    archive.add("rest", page("Rest", f"<p>{REST}</p>").encode())
    archive.close()


@trap("contents a hundred thousand deep", rest=True)
def deep_contents(path):
    book(path, [], contents='<li><a href="rest">x</a><ol>' * 100_000 + "</ol></li>" * 100_000)


@trap("three hundred thousand entries in the contents", rest=True)
def many_contents(path):
    book(path, [], contents='<li><a href="rest">x</a></li>' * 300_000)


@trap("a million entries in the contents", rest=True)
def million_contents(path):
    book(path, [], contents='<li><a href="rest">x</a></li>' * 1_000_000)


# Markup

def entities(declarations, reference):
    return (f'<!DOCTYPE html [{declarations}]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T'
            f"</title></head><body><p>{reference}</p></body></html>")


@trap("a billion laughs", finding="markup-entity-limit", rest=True)
def laughs(path):
    declarations = '<!ENTITY a0 "ha">' + "".join(
        f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, 10))
    book(path, [("c", entities(declarations, "&a9;"))])


@trap("one long entity many times", finding="markup-entity-limit", rest=True)
def quadratic(path):
    book(path, [("c", entities(f'<!ENTITY a "{"x" * 500_000}">', "&a;" * 500_000))])


@trap("entities that hold themselves", rest=True)
def recursive(path):
    book(path, [("c", entities('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;" * 1000))])


@trap("entities in the package document", rest=True)
def package_entities(path):
    archive = Archive(path)
    archive.add("META-INF/container.xml", CONTAINER.encode())
    declarations = '<!ENTITY a0 "ha">' + "".join(
        f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, 10))
    text = package(ITEM.format("rest"), REF.format("rest")).replace("A Trap", "&a9;").replace(
        "<package", f"<!DOCTYPE package [{declarations}]><package")
    archive.add("p.opf", text.encode())
    archive.add("rest", page("Rest", f"<p>{REST}</p>").encode())
    archive.close()


@trap("ten million attributes of one element", rest=True)
def attributes(path):
    chapter(path, "<p " + " ".join(first_names(10_000_000)) + ">x</p>")


@trap("ten million attributes of well-formed elements", rest=True)
def many_attributes(path):
    chapter(path, '<b a="" c="" d="" e="" f="" g="" h="" i=""/>' * 1_250_000)


@trap("a word of 50 MB", rest=True)
def long_word(path):
    chapter(path, "<p>" + "x" * (50 << 20) + "</p>")


@trap("a word of 50 MB that is not ASCII", rest=True)
def long_foreign_word(path):
    chapter(path, "<p>" + "\u05d0" * (25 << 20) + "</p>")


@trap("a paragraph of 50 MB", rest=True)
def long_paragraph(path):
    chapter(path, "<p>" + "the sea and " * (4 << 20) + "</p>")


@trap("one character with ten million accents", rest=True)
def accents(path):
    chapter(path, "<p>e" + "\u0301" * 10_000_000 + "</p>")


@trap("a million paragraphs", rest=True)
def million_paragraphs(path):
    chapter(path, "<p>x</p>" * 1_000_000)


@trap("a million line breaks", rest=True)
def million_breaks(path):
    chapter(path, "<p>" + "x<br/>" * 1_000_000 + "</p>")


@trap("a million inline elements side by side", rest=True)
def million_inline(path):
    chapter(path, "<p>" + "<b>x</b>" * 1_000_000 + "</p>")


@trap("a million links", rest=True)
def million_links(path):
    chapter(path, "<p>" + '<a href="#x" id="a">x</a> ' * 1_000_000 + "</p>")


@trap("a million pictures", rest=True)
def million_pictures(path):
    chapter(path, "<p>" + '<img src="x" alt="x"/>' * 1_000_000 + "</p>")


@trap("eight million places where white space is collapsed", rest=True)
def spaced(path):
    chapter(path, "<p>" + "a  " * 8_000_000 + "</p>")


@trap("ten million soft hyphens", rest=True)
def soft_hyphens(path):
    chapter(path, "<p>" + "a\u00ad" * 10_000_000 + "</p>")


@trap("a picture with twenty megabytes of words", rest=True)
def long_label(path):
    chapter(path, '<p>x <img src="x" alt="' + "a b " * 5_000_000 + '"/></p>')


@trap("a formula that is one name of ten megabytes", rest=True)
def long_formula(path):
    chapter(path, "<p>x <math xmlns='http://www.w3.org/1998/Math/MathML'><mi>" + "ab " * 3_300_000
            + "</mi></math></p>")


@trap("a kept paragraph of 20 MB", rest=True)
def long_kept(path):
    chapter(path, "<pre>" + "the sea\tand \n" * 1_600_000 + "</pre>")


@trap("eight million inline elements that never end", rest=True)
def unclosed_many(path):
    chapter(path, "<p>" + "<b>" * 8_000_000 + "x")


@trap("three million inline elements in one another", rest=True)
def deep_many(path):
    chapter(path, "<b>" * 3_400_000 + "x" + "</b>" * 3_400_000)


@trap("a million inline elements in one another", rest=True)
def deep_inline(path):
    chapter(path, "<b>" * 1_000_000 + "x" + "</b>" * 1_000_000)


@trap("a million inline elements that never end", rest=True)
def unclosed_inline(path):
    chapter(path, "<p>" + "<b>x" * 1_000_000)


@trap("a million tags crossed", rest=True)
def crossed(path):
    chapter(path, "<b><i><p>x</b></i>" * 500_000)


@trap("a hundred thousand boxes in one another", rest=True)
def deep_boxes(path):
    chapter(path, "<blockquote>" * 100_000 + "x" + "</blockquote>" * 100_000)


@trap("lists in one another", rest=True)
def deep_lists(path):
    chapter(path, "<ol><li>x" * 100_000 + "</li></ol>" * 100_000)


@trap("tables in one another", rest=True)
def deep_tables(path):
    chapter(path, "<table><tr><td>x" * 20_000 + "</td></tr></table>" * 20_000)


@trap("formulas in one another", rest=True)
def deep_math(path):
    chapter(path, "<math xmlns='http://www.w3.org/1998/Math/MathML'>" + "<mfrac><mi>a</mi><msqrt>" * 50_000
            + "<mi>x</mi>" + "</msqrt></mfrac>" * 50_000 + "</math>")


@trap("rubies in one another", rest=True)
def deep_ruby(path):
    chapter(path, "<ruby>a<rt>" * 50_000 + "x" + "</rt></ruby>" * 50_000)


@trap("directions in one another", rest=True)
def deep_directions(path):
    chapter(path, "<p>" + '<bdo dir="rtl">a<bdi dir="ltr">' * 50_000 + "x" + "</bdi></bdo>" * 50_000 + "</p>")


@trap("a table of ten thousand columns", rest=True)
def wide_table(path):
    chapter(path, "<table>" + ("<tr>" + "<td>x</td>" * 10_000 + "</tr>") * 20 + "</table>")


@trap("cells that span everything", rest=True)
def spans(path):
    row = "<tr>" + '<td colspan="1000" rowspan="65534">x</td>' * 50 + "</tr>"
    chapter(path, "<table>" + row * 500 + "</table>")


@trap("a table of two hundred thousand rows", rest=True)
def long_table(path):
    chapter(path, "<table><thead><tr><th>h</th><th>i</th></tr></thead>"
            + "<tr><td>x</td><td>y</td></tr>" * 200_000 + "</table>")


@trap("a comment, a CDATA section and a tag that never end", rest=True)
def unended(path):
    book(path, [("a", "<html><body><p>x<!-- " + "- " * 5_000_000),
                ("b", "<html><body><p>x<![CDATA[ " + "] " * 5_000_000),
                ("c", "<html><body><p>x<p a='" + "> " * 5_000_000)])


@trap("five million characters that begin a tag", rest=True)
def open_tags(path):
    book(path, [("c", "<html><body><p>x" + "<" * 5_000_000)])


@trap("a million document types and instructions", rest=True)
def instructions(path):
    book(path, [("c", "<?x y?>" * 500_000 + "<!DOCTYPE html>" * 500_000 + page("T", "<p>x</p>"))])


# Stylesheets

@trap("a million style rules", rest=True)
def rules(path):
    chapter(path, paragraphs(100), "".join(f".{name}{{margin:0}}" for name in first_names(1_000_000)))


@trap("rules that all fit", rest=True)
def fitting_rules(path):
    chapter(path, paragraphs(2000), "p{margin-top:1em}" * 200_000)


@trap("selectors of many steps", rest=True)
def long_selectors(path):
    chapter(path, "<div>" * 200 + "<p>x</p>" * 5000 + "</div>" * 200,
            ("div " * 60 + "q p{margin:0}") * 200 + ("p ~ " * 60 + "q{margin:0}") * 200)


@trap("selectors in one another", rest=True)
def nested_selectors(path):
    chapter(path, paragraphs(1000), ":not(" * 50_000 + "p" + ")" * 50_000 + "{margin:0}"
            + ":is(p," * 1000 + "q" + ")" * 1000 + "{margin:0}")


@trap("selectors that count siblings", rest=True)
def counting_selectors(path):
    chapter(path, "<p>x</p>" * 50_000, "".join(
        f"p:nth-last-child({number}n+1 of p:not(.x)){{margin:0}}" for number in range(2, 60)))


@trap("selectors that look inside", rest=True)
def has_selectors(path):
    chapter(path, "<div>" * 500 + "<p>x</p>" * 5000 + "</div>" * 500,
            "div:has(q),div:has(p ~ q),:has(:has(q)){margin:0}" * 50)


@trap("blocks in one another", rest=True)
def nested_blocks(path):
    chapter(path, paragraphs(1000), "@media screen{" * 100_000 + "p{margin:0}" + "p{&{" * 100_000)


@trap("variables that grow", rest=True)
def variables(path):
    style = ":root{--a0:x;" + "".join(
        f"--a{level}:{f'var(--a{level - 1}) ' * 10};" for level in range(1, 12)) + "}"
    chapter(path, paragraphs(1000), style + "p{margin:var(--a11);text-align:var(--a11)}")


@trap("generated text a thousand times as long as the book", rest=True)
def generated(path):
    chapter(path, "<p>x</p>" * 100_000, f'p::before{{content:"{"y" * 100_000}"}}')


@trap("generated text out of attributes and counters", rest=True)
def generated_attributes(path):
    chapter(path, f'<div title="{"y" * 50_000}">' + "<p>x</p>" * 50_000 + "</div>",
            "p{counter-increment:a 1000000000}" + "p::before{content:" + "counter(a,lower-roman) " * 500 + "}")


@trap("a sheet that imports itself", rest=True)
def imports(path):
    book(path, [("c", page("T", "<p>x</p>", "@import 'a.css';" * 1000))],
         files=[("a.css", b"@import 'a.css';@import 'b.css';" * 1000),
                ("b.css", b"@import 'a.css';@import 'b.css';" * 1000)])


@trap("a stylesheet of strings and brackets that never end", rest=True)
def open_sheet(path):
    chapter(path, paragraphs(10), "p{content:\"\\" * 100_000 + "([{" * 1_000_000)


# Finds of many kinds

@trap("a book of nothing but faults", rest=True)
def faults(path):
    items = "".join(f'<item id="{name}" href="{name}" media-type=""/><item id="{name}"/>'
                    for name in first_names(150_000))
    book(path, [("c", "<p>&x;" * 200_000)], manifest=items)


@trap("a hundred thousand small chapters", rest=True)
def many_chapters(path):
    text = page("T", "<p>x</p>")
    book(path, [(name + "1", text) for name in first_names(100_000)])
