import EPUBContainer
import EPUBPackaging
import Foundation
import TestKit
import Testing

/// A book of a suite of the corpus and what its `expected.json` says of it.
struct ExpectedBook<Fact: Decodable & Sendable>: Sendable, CustomTestStringConvertible {
  let suite: String
  let name: String
  let fact: Fact

  var testDescription: String { "\(suite)/\(name)" }

  func publication() throws -> Publication {
    let path = "\(Corpus.folder ?? "")/\(suite)/\(name).epub"
    return try Publication(reading: try OCFContainer(path: path))
  }

  /// Every book of the suite; none where there is no corpus. A row that can't be read is a fault of
  /// this test and shows as a book without a name.
  static func all<Row: Decodable & Named>(
    _ suite: String, rows: Row.Type, _ fact: (Row) -> Fact?
  ) -> [Self] {
    guard let folder = Corpus.folder,
      let data = FileManager.default.contents(atPath: "\(folder)/\(suite)/expected.json")
    else { return [] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode([Row].self, from: data).compactMap { row in
        fact(row).map { Self(suite: suite, name: row.name, fact: $0) }
      }
    } catch {
      Issue.record("\(suite)/expected.json: \(error)")
      return []
    }
  }
}

protocol Named { var name: String { get } }

struct ExpectedFacts: Decodable, Sendable {
  struct SpineRow: Decodable, Sendable {
    let href: String?
    let linear: Bool
    let shown: String?
    let layout: String?
  }
  struct ContentsRow: Decodable, Sendable {
    let label: String?
    let href: String?
    let depth: Int
  }

  let title: String?
  let titleDirection: String?
  let creators: [String]
  let language: String?
  let identifier: String?
  let package: String
  let version: String
  let pageProgression: String
  let layout: String
  let spine: [SpineRow]
  let tocSource: String?
  let toc: [ContentsRow]
}

struct ExpectedCase: Decodable, Sendable {
  let exit: String
  let title: String?
  let titleAbsent: String?
  let toc: [String]?
  let tocDepths: [Int]?
  let tocAbsent: [String]?
}

enum Rows {
  struct W3C: Decodable, Named {
    let name: String
    let facts: ExpectedFacts
  }
  struct Whole: Decodable, Named {
    let name: String
    let facts: ExpectedFacts
    private enum Keys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
      facts = try ExpectedFacts(from: decoder)
    }
  }
  struct Case: Decodable, Named {
    let name: String
    let expect: ExpectedCase
  }
  struct Validator: Decodable, Named {
    let name: String
    let valid: Bool
    let fatal: Bool
  }
}
