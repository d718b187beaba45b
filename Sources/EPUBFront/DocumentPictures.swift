import EPUBBasics
import EPUBContent

extension ContentDocument {
  /// Pictures that its blocks and runs stand for, in document order.
  var pictures: [Image] {
    var indices: [Int32] = []
    for block in blocks {
      if block.image >= 0 {
        indices.append(block.image)
        continue
      }
      for run in runs[block.runRange] where run.image >= 0 { indices.append(run.image) }
    }
    return indices.map { images[Int($0)] }
  }

  var pictureCount: Int { pictures.count }
}
