/// Reads a text in JSON (RFC 8259), one value after the other.
///
/// Whoever reads an array or an object reads, or skips, each of its values.
package struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0
    /// A Boolean value that indicates whether copies have spaces, and texts with as few escapes as possible.
    private var isSpaced = false
    /// A Boolean value that indicates whether copies have a line for each value.
    private var isIndented = false

    /// The limit of nested arrays and objects.
    private static let maxDepth = 100

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// The kind of a value.
    package enum Kind { case object, array, scalar }

    /// A value that is neither an array nor an object.
    package enum Scalar: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number, as it is written.
        case number(String)
        case text(String)
    }

    // MARK: - Reading

    /// The kind of the next value, by its first sign.
    package mutating func kind() -> Kind {
        skipSpace()
        return switch next {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        default: .scalar
        }
    }

    /// Reads an object.
    ///
    /// - Parameter member: Reads the value of a member.
    /// - Throws: ``JSONError``, or the errors of the closure.
    package mutating func object(_ member: (_ name: String, _ reader: inout JSONReader) throws -> Void) throws {
        try list("{", "}") { reader in
            let name = try reader.text(reader.rawText())
            guard reader.take(":") else { throw JSONError() }
            try member(name, &reader)
        }
    }

    /// Reads an array.
    ///
    /// - Parameter element: Reads an element.
    /// - Throws: ``JSONError``, or the errors of the closure.
    package mutating func array(_ element: (_ index: Int, _ reader: inout JSONReader) throws -> Void) throws {
        var index = 0
        try list("[", "]") { reader in
            try element(index, &reader)
            index += 1
        }
    }

    /// Reads a value that is neither an array nor an object.
    package mutating func scalar() throws(JSONError) -> Scalar {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .text(try text(rawText()))
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            let word = bytes[try rawWord()]
            return word.first == UInt8(ascii: "n") ? .null : .boolean(word.first == UInt8(ascii: "t"))
        default: return .number(String(decoding: bytes[try rawNumber()], as: UTF8.self))
        }
    }

    /// Reads a value, and returns it as PostgreSQL writes JSON: with a space after each comma and colon. Numbers keep their
    /// digits.
    package mutating func json() throws -> String {
        var output: [UInt8]? = []
        isSpaced = true
        defer { isSpaced = false }
        try copy(to: &output)
        return String(decoding: output ?? [], as: UTF8.self)
    }

    /// Returns a text in JSON as ``json()`` does, so that two texts of one value are equal; nil for invalid JSON.
    package static func json(_ text: String) -> String? {
        var reader = JSONReader(text)
        guard let json = try? reader.json(), (try? reader.end()) != nil else { return nil }
        return json
    }

    /// Reads a value of which nothing is wanted.
    package mutating func skip() throws {
        var output: [UInt8]?
        try copy(to: &output)
    }

    /// Reads the end of the text.
    package mutating func end() throws(JSONError) {
        skipSpace()
        guard next == nil else { throw JSONError() }
    }

    /// Returns a value in JSON without the white space between its tokens; nil for a text that is not valid JSON, or has too
    /// many nested values.
    package static func minified(_ text: String) -> [UInt8]? { JSONReader(text).copied() }

    /// Returns an array or an object in JSON with a line for each value, as people read it; nil for another text.
    package static func indented(_ text: String) -> String? {
        var reader = JSONReader(text)
        guard reader.kind() != .scalar else { return nil }
        reader.isIndented = true
        return reader.copied().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the only value of the text as it is copied; nil for invalid JSON.
    private func copied() -> [UInt8]? {
        var (reader, output) = (self, [] as [UInt8]?)
        output?.reserveCapacity(bytes.count)
        do {
            try reader.copy(to: &output)
            try reader.end()
        } catch { return nil }
        return output
    }

    /// Returns whether a text is a number in JSON.
    package static func isNumber(_ text: String) -> Bool {
        var reader = JSONReader(text)
        let number = try? reader.rawNumber()
        return number?.count == reader.bytes.count
    }

    // MARK: - Tokens

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Reads a sign and the white space before it, if it is next.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    /// Reads an array or an object.
    private mutating func list(
        _ beginning: Unicode.Scalar, _ end: Unicode.Scalar, _ item: (inout JSONReader) throws -> Void
    ) throws {
        guard take(beginning), depth < Self.maxDepth else { throw JSONError() }
        depth += 1
        defer { depth -= 1 }
        if take(end) { return }
        repeat { try item(&self) } while take(",")
        guard take(end) else { throw JSONError() }
    }

    /// Reads a value, and copies its tokens.
    private mutating func copy(to output: inout [UInt8]?) throws {
        var separator = ""
        let (comma, colon) = isSpaced ? (", ", ": ") : (",", isIndented ? ": " : ":")
        let (isIndented, outer) = (isIndented, depth)
        func line(_ depth: Int) -> String { isIndented ? "\n" + String(repeating: "  ", count: depth) : "" }
        func begin(_ output: inout [UInt8]?, _ depth: Int) {
            output?.append(contentsOf: (separator + line(depth)).utf8)
            separator = comma
        }
        func end(_ sign: Unicode.Scalar, _ output: inout [UInt8]?) {
            if !separator.isEmpty { output?.append(contentsOf: line(outer).utf8) }
            output?.append(UInt8(ascii: sign))
        }
        switch kind() {
        case .object:
            output?.append(UInt8(ascii: "{"))
            try list("{", "}") { reader in
                begin(&output, reader.depth)
                try reader.copyText(to: &output)
                guard reader.take(":") else { throw JSONError() }
                output?.append(contentsOf: colon.utf8)
                try reader.copy(to: &output)
            }
            end("}", &output)
        case .array:
            output?.append(UInt8(ascii: "["))
            try list("[", "]") { reader in
                begin(&output, reader.depth)
                try reader.copy(to: &output)
            }
            end("]", &output)
        case .scalar:
            let start = place
            switch next {
            case UInt8(ascii: "\""): return try copyText(to: &output)
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): _ = try rawWord()
            default: _ = try rawNumber()
            }
            output?.append(contentsOf: bytes[start..<place])
        }
    }

    private mutating func copyText(to output: inout [UInt8]?) throws(JSONError) {
        let range = try rawText()
        guard isSpaced else { return output?.append(contentsOf: bytes[range.lowerBound - 1...range.upperBound]) ?? () }
        let text = try text(range)
        output?.append(contentsOf: ByteWriter.text { $0.jsonString(text) }.utf8)
    }

    /// Reads a word of JSON.
    private mutating func rawWord() throws(JSONError) -> Range<Int> {
        for word in ["true", "false", "null"] where bytes[place...].starts(with: word.utf8) {
            place += word.utf8.count
            return place - word.utf8.count..<place
        }
        throw JSONError()
    }

    private mutating func rawNumber() throws(JSONError) -> Range<Int> {
        let start = place
        if next == UInt8(ascii: "-") { place += 1 }
        if next == UInt8(ascii: "0") { place += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            place += 1
            try digits()
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            place += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
            try digits()
        }
        return start..<place
    }

    private mutating func digits() throws(JSONError) {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        guard place > start else { throw JSONError() }
    }

    // MARK: - Texts

    /// Reads a text, and returns its place between the quotation marks.
    private mutating func rawText() throws(JSONError) -> Range<Int> {
        guard take("\"") else { throw JSONError() }
        let start = place
        while let byte = next, byte >= 0x20 {
            place += 1
            if byte == UInt8(ascii: "\"") { return start..<place - 1 }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let sign = next, "\"\\/bfnrtu".utf8.contains(sign) else { throw JSONError() }
            place += 1
            if sign == UInt8(ascii: "u") {
                guard unit(at: place) != nil else { throw JSONError() }
                place += 4
            }
        }
        throw JSONError()
    }

    /// Returns the four hexadecimal digits at an index as a number.
    private func unit(at index: Int) -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        let digits = bytes[index..<index + 4]
        let isNumber = digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        return isNumber ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }

    /// Returns the text at a place, without its escapes.
    ///
    /// - Throws: ``JSONError`` for invalid UTF-8, and for half a pair of surrogates.
    private func text(_ range: Range<Int>) throws(JSONError) -> String {
        let raw = bytes[range]
        let bytes = raw.contains(UInt8(ascii: "\\")) ? try unescaped(raw) : raw
        guard let text = String(validating: bytes, as: UTF8.self) else { throw JSONError() }
        return text
    }

    private func unescaped(_ raw: ArraySlice<UInt8>) throws(JSONError) -> ArraySlice<UInt8> {
        var (output, index) = ([] as [UInt8], raw.startIndex)
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\") else {
                output.append(raw[index])
                index += 1
                continue
            }
            switch raw[index + 1] {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"):
                let isPair = UTF16.isLeadSurrogate(unit(at: index + 2) ?? 0)
                let units = (isPair ? [index + 2, index + 8] : [index + 2]).compactMap(unit)
                guard !isPair || raw[(index + 6)...].starts(with: #"\u"#.utf8),
                    let text = String(validating: units, as: UTF16.self)
                else { throw JSONError() }
                output.append(contentsOf: text.utf8)
                index += isPair ? 10 : 4
            case let sign: output.append(sign)
            }
            index += 2
        }
        return output[...]
    }
}

/// The error of a text that is not valid JSON.
package struct JSONError: Error { package init() {} }
