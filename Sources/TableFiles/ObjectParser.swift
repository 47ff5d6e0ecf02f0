import Essentials

/// Parses rows of JSON objects: one on each line (NDJSON), or the elements of an array.
struct ObjectParser {
    /// The keys of all objects until now, in the order of their first use.
    private(set) var keys: [[UInt8]] = []
    private var indices: [[UInt8]: Int] = [:]
    /// The signs that may be next in an array.
    private var allowed = "["
    private static let following: [UInt8: String] = [
        UInt8(ascii: "["): "{]", UInt8(ascii: ","): "{", UInt8(ascii: "]"): "",
    ]

    /// Returns whether a byte is white space.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// A Boolean value that indicates whether the array has ended.
    var hasEnded: Bool { allowed.isEmpty }

    /// Adds a field for each known key, with the values of the object that begins at an index. Escapes are removed from
    /// the bytes. An array or object within the object is a text in JSON.
    ///
    /// - Returns: Nil if the line does not end in the bytes.
    /// - Throws: ``TextFileError`` for a line that is not an object.
    mutating func parseRow(
        in bytes: inout [UInt8], from start: Int, line: Int, _ fields: inout [RowField]
    ) throws(TextFileError) -> ParsedRow? {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        var row = ParsedRow(end: end + 1, lines: 1)
        var scanner = JSONScanner(index: start, end: end)
        if scanner.next(bytes) == nil {
            row.isBlank = true
            return row
        }
        guard object(in: &bytes, &scanner, &fields) else {
            throw TextFileError(.invalid, "Line \(line) is not an object in JSON. Each line must be one.")
        }
        try TextFileError.check(columns: keys.count)
        return row
    }

    /// Adds the fields of the array's object that begins at an index, as ``parseRow(in:from:line:_:)`` does.
    ///
    /// The bytes between two objects are a blank row of their own, so that an object is known by the line of its bracket.
    mutating func parseElement(
        in bytes: inout [UInt8], from start: Int, line: Int, _ fields: inout [RowField]
    ) throws(TextFileError) -> ParsedRow? {
        func isLineFeed(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }
        var index = start
        func fault() -> TextFileError {
            let line = line + bytes[start..<index].count(where: isLineFeed)
            return TextFileError(
                .invalid, "Line \(line) has an element that is not an object in JSON. Each must be one.")
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: "{") {
            if !Self.isBlank(bytes[index]) {
                guard allowed.utf8.contains(bytes[index]), let next = Self.following[bytes[index]] else {
                    throw fault()
                }
                allowed = next
            }
            index += 1
        }
        if index > start {
            return ParsedRow(end: index, lines: bytes[start..<index].count(where: isLineFeed), isBlank: true)
        }
        guard index < bytes.count else { return nil }
        guard allowed.utf8.contains(UInt8(ascii: "{")) else { throw fault() }
        var scanner = JSONScanner(index: index, end: bytes.count)
        guard let end = scanner.nested(bytes)?.end else { return nil }
        let row = ParsedRow(end: end, lines: bytes[start..<end].count(where: isLineFeed))
        scanner = JSONScanner(index: index, end: end)
        guard object(in: &bytes, &scanner, &fields) else { throw fault() }
        try TextFileError.check(columns: keys.count)
        allowed = ",]"
        return row
    }

    private mutating func object(
        in bytes: inout [UInt8], _ scanner: inout JSONScanner, _ fields: inout [RowField]
    ) -> Bool {
        fields.append(contentsOf: repeatElement(.null, count: keys.count))
        guard scanner.take("{", bytes) else { return false }
        if scanner.take("}", bytes) { return scanner.next(bytes) == nil }
        var expected = 0
        repeat {
            guard let key = scanner.string(&bytes), scanner.take(":", bytes), let value = scanner.value(&bytes) else {
                return false
            }
            let index = index(of: bytes[key.start..<key.end], expected)
            if index == fields.count { fields.append(value) } else { fields[index] = value }
            expected = index + 1
        } while scanner.take(",", bytes)
        return scanner.take("}", bytes) && scanner.next(bytes) == nil
    }

    /// Returns the index of a key. Most objects have their keys in the same order.
    private mutating func index(of key: ArraySlice<UInt8>, _ expected: Int) -> Int {
        if expected < keys.count, keys[expected].elementsEqual(key) { return expected }
        let key = Array(key)
        if let index = indices[key] { return index }
        indices[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }
}

/// Reads the parts of a line in JSON.
private struct JSONScanner {
    var index: Int
    let end: Int

    /// Returns the next byte that is not white space.
    mutating func next(_ bytes: [UInt8]) -> UInt8? {
        while index < end, ObjectParser.isBlank(bytes[index]) { index += 1 }
        return index < end ? bytes[index] : nil
    }

    /// Moves behind a sign, if it is next.
    mutating func take(_ sign: Unicode.Scalar, _ bytes: [UInt8]) -> Bool {
        guard next(bytes) == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    mutating func value(_ bytes: inout [UInt8]) -> RowField? {
        switch next(bytes) {
        case UInt8(ascii: "\""): return string(&bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nested(bytes).map { Self.decoded($0, &bytes) ?? $0 }
        default: break
        }
        let start = index
        while index < end, !",}]".utf8.contains(bytes[index]), bytes[index] > 0x20 { index += 1 }
        let word = bytes[start..<index]
        if word.elementsEqual("null".utf8) { return .null }
        let isBoolean = word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
        let isNumber = word.contains { isDigit($0) } && word.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) }
        return isBoolean || isNumber ? RowField(start: start, end: index, kind: isNumber ? .number : .value) : nil
    }

    /// Returns an array or object. Its brackets are counted, and nothing else is checked.
    mutating func nested(_ bytes: [UInt8]) -> RowField? {
        let start = index
        var (depth, isText) = (0, false)
        while index < end {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\") where isText: index += 1
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
                depth -= 1
                if depth == 0 { return RowField(start: start, end: index, kind: .text) }
            default: break
            }
        }
        return nil
    }

    /// Returns the bytes of an object such as `{"base64":"AP8=","length":2}`, which this program writes for bytes; nil for another
    /// object, and for one that has only the beginning of a value.
    private static func decoded(_ object: RowField, _ bytes: inout [UInt8]) -> RowField? {
        var scanner = JSONScanner(index: object.start, end: object.end)
        guard scanner.take("{", bytes), scanner.take(word: "\"base64\"", bytes), scanner.take(":", bytes),
            scanner.take("\"", bytes)
        else { return nil }
        let start = scanner.index
        let text = bytes[start..<object.end].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        scanner.index = text.endIndex + 1
        if scanner.take(",", bytes) {
            guard scanner.take(word: "\"length\"", bytes), scanner.take(":", bytes) else { return nil }
            while scanner.index < object.end, isDigit(bytes[scanner.index]) { scanner.index += 1 }
        }
        guard scanner.take("}", bytes), let data = Data(base64Encoded: Data(text)) else { return nil }
        bytes.replaceSubrange(start..<start + data.count, with: data)
        return RowField(start: start, end: start + data.count, kind: .bytes)
    }

    private mutating func take(word: StaticString, _ bytes: [UInt8]) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard next(bytes) != nil, bytes[index..<end].starts(with: word) else { return false }
        index += word.count
        return true
    }

    /// Returns a text without its quotation marks and escapes.
    mutating func string(_ bytes: inout [UInt8]) -> RowField? {
        guard take("\"", bytes) else { return nil }
        var field = RowField(start: index, end: index, kind: .text)
        while index < end {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return field }
            if byte == UInt8(ascii: "\\") {
                guard index < end else { return nil }
                byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "u") {
                    guard let scalar = escapedScalar(bytes) else { return nil }
                    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        bytes[field.end] = unit
                        field.end += 1
                    }
                    continue
                }
                guard let sign = Self.escapes[byte] else { return nil }
                byte = sign
            }
            bytes[field.end] = byte
            field.end += 1
        }
        return nil
    }

    private static let escapes: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8))

    /// Returns the character after `\u`. Half a pair of surrogates is U+FFFD.
    private mutating func escapedScalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
        guard let unit = escapedUnit(bytes) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let start = index
        if UTF16.isLeadSurrogate(unit), index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            index += 2
            if let second = escapedUnit(bytes), UTF16.isTrailSurrogate(second) {
                return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
            }
            index = start
        }
        return "\u{FFFD}"
    }

    private mutating func escapedUnit(_ bytes: [UInt8]) -> UInt16? {
        guard index + 4 <= end else { return nil }
        let digits = bytes[index..<index + 4]
        index += 4
        guard digits.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0 | 0x20) }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

/// Returns whether a byte is a digit.
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
