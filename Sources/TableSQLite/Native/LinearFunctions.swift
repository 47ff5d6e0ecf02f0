import GRDB
import GRDBSQLite

/// Functions of SQLite that look for one text in another, in the time of both lengths together.
///
/// SQLite's own take the product of the lengths and never look at the deadline: half an hour for some megabytes.
enum LinearFunctions {
    private typealias Function =
        @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Replaces the functions of a connection.
    static func register(in database: Database) throws {
        let functions: [(name: String, count: CInt, ends: Int, body: Function)] = [
            ("instr", 2, 0, findText), ("replace", 3, 0, replaceText),
            ("ltrim", 2, 1, trimText), ("rtrim", 2, 2, trimText), ("trim", 2, 3, trimText),
        ]
        for (name, count, ends, body) in functions {
            let code = sqlite3_create_function_v2(
                database.sqliteConnection, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                UnsafeMutableRawPointer(bitPattern: ends), body, nil, nil, nil)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }
}

/// A text to look for, as Knuth, Morris and Pratt do.
private struct Needle {
    private let bytes: [UInt8]
    /// For the beginning up to each byte, the length of the longest beginning that it ends with.
    private var borders = [0]

    init(_ text: UnsafeBufferPointer<UInt8>) {
        bytes = Array(text)
        var matched = 0
        for byte in bytes.dropFirst() {
            matched = length(after: byte, matched)
            borders.append(matched)
        }
    }

    /// Returns the first place in a text from an index on.
    func place(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Range<Int>? {
        var matched = 0
        for index in start..<text.count {
            matched = length(after: text[index], matched)
            if matched == bytes.count { return index + 1 - matched..<index + 1 }
        }
        return nil
    }

    /// Returns the number of bytes that match after one more byte of a text.
    private func length(after byte: UInt8, _ matched: Int) -> Int {
        var matched = matched
        while matched > 0, matched == bytes.count || bytes[matched] != byte { matched = borders[matched - 1] }
        return bytes[matched] == byte ? matched + 1 : 0
    }
}

private func findText(_ context: OpaquePointer?, _ count: CInt, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    // Of two blobs, bytes are counted.
    guard let values else { return }
    let isText = (0..<2).contains { sqlite3_value_type(values[$0]) != SQLITE_BLOB }
    guard let text = bytes(of: values[0]), let part = bytes(of: values[1]) else { return }
    guard !part.isEmpty else { return sqlite3_result_int(context, 1) }
    // A text is compared at the beginning of each character.
    guard let place = Needle(part).place(in: text), !isText || place.lowerBound == 0 || part[0] & 0xC0 != 0x80
    else { return sqlite3_result_int(context, 0) }
    let before = text[..<place.lowerBound]
    sqlite3_result_int64(context, Int64(isText ? before.count { $0 & 0xC0 != 0x80 } : before.count) + 1)
}

private func replaceText(_ context: OpaquePointer?, _ count: CInt, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values, let text = bytes(of: values[0]), let part = bytes(of: values[1]) else { return }
    guard let first = part.first, first != 0 else { return sqlite3_result_value(context, values[0]) }
    guard let other = bytes(of: values[2]) else { return }
    let needle = Needle(part)
    let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
    var (result, start): ([UInt8], Int) = ([], 0)
    while let place = needle.place(in: text, from: start) {
        result += text[start..<place.lowerBound]
        result += other
        start = place.upperBound
        guard result.count <= limit else { return sqlite3_result_error_toobig(context) }
    }
    setResult(of: context, to: result + text[start...])
}

private func trimText(_ context: OpaquePointer?, _ count: CInt, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values, let text = bytes(of: values[0]), let set = bytes(of: values[1]) else { return }
    let ends = Int(bitPattern: sqlite3_user_data(context))
    var (characters, character): (Set<[UInt8]>, [UInt8]) = ([], [])
    for byte in set.prefix(while: { $0 != 0 }) {
        if byte & 0xC0 != 0x80 || character.count > 3 || character.first.map({ $0 < 0xC0 }) ?? true { character = [] }
        characters.remove(character)
        character.append(byte)
        characters.insert(character)
    }
    let lengths = Set(characters.map(\.count))
    var rest = text[...]
    while ends & 1 != 0,
        let length = lengths.first(where: { $0 <= rest.count && characters.contains(Array(rest.prefix($0))) })
    { rest = rest.dropFirst(length) }
    while ends & 2 != 0,
        let length = lengths.first(where: { $0 <= rest.count && characters.contains(Array(rest.suffix($0))) })
    { rest = rest.dropLast(length) }
    setResult(of: context, to: Array(rest))
}

/// Returns the bytes of a value as a text; nil for NULL. They are valid until the function ends.
private func bytes(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
    guard let value, let start = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}

private func setResult(of context: OpaquePointer?, to text: [UInt8]) {
    text.withUnsafeBytes { bytes in
        // An empty array has no address, which would be NULL.
        guard let start = bytes.baseAddress else { return sqlite3_result_text(context, "", 0, copied) }
        sqlite3_result_text64(
            context, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
    }
}
