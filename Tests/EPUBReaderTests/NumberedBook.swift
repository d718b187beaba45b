import TestKit

/// Chapters of numbered paragraphs: `1.2 word word …`.
func numberedBook(chapters: Int, paragraphs: Int) -> BookBuilder {
  BookBuilder {
    $0.stylesheet("p { margin: 0; text-indent: 0 }")
    for chapter in 1...chapters {
      let text = (1...paragraphs).map { "<p>\(chapter).\($0) some words of it</p>" }.joined()
      $0.chapter("<h1>Chapter \(chapter)</h1>\(text)", title: "Chapter \(chapter)")
    }
  }
}
