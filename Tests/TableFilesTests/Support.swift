import Foundation

@testable import TableFiles

/// Bytes in memory, which are read in blocks of random sizes up to a limit.
struct MemoryInput: ByteInput {
    var bytes: ArraySlice<UInt8>
    var maxBlock = Int.max

    mutating func read(_ count: Int) -> [UInt8] {
        let block = bytes.prefix(max(1, Int.random(in: 0...min(count, maxBlock))))
        bytes = bytes.dropFirst(block.count)
        return Array(block)
    }
}

/// Returns all rows of a text. NULL is nil.
func rows(
    _ bytes: some Sequence<UInt8>, _ syntax: RowSyntax = .delimited(UInt8(ascii: ",")),
    encoding: TextEncoding = .utf8, maxBlock: Int = 7
) throws -> [[String?]] {
    var reader = RowReader(MemoryInput(bytes: Array(bytes)[...], maxBlock: maxBlock), syntax, encoding: encoding)
    var rows: [[String?]] = []
    while try reader.nextRow() {
        rows.append(
            reader.fields.map { field in
                field.kind == .null ? nil : String(decoding: reader.bytes[field.start..<field.end], as: UTF8.self)
            })
    }
    return rows
}

func rows(_ text: String, _ syntax: RowSyntax = .delimited(UInt8(ascii: ","))) throws -> [[String?]] {
    try rows(text.utf8, syntax)
}

/// A file in a temporary folder, which is removed at the end.
final class TemporaryFile {
    let path: String

    init(_ bytes: some Sequence<UInt8>, name: String = "orders.csv") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
    }

    convenience init(_ text: String, name: String = "orders.csv") throws { try self.init(text.utf8, name: name) }

    deinit { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }
}
