/// Checks a text in JSON (RFC 8259), and copies it without the white space between its tokens.
package struct JSONText {
    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var output: [UInt8] = []

    /// The limit of nested arrays and objects.
    private static let maxDepth = 100

    /// Returns a value in JSON on one line; nil for a text that is not valid JSON, or has too many nested values.
    package static func minified(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { utf8 in
            var json = JSONText(text: utf8)
            json.output.reserveCapacity(utf8.count)
            guard json.value(depth: 0) else { return nil }
            json.skipSpace()
            return json.next == nil ? json.output : nil
        }
    }

    /// Returns whether a text is a number in JSON.
    package static func isNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            var json = JSONText(text: utf8)
            return json.number() && json.next == nil
        }
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    private mutating func value(depth: Int) -> Bool {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            return depth < Self.maxDepth
                && list(to: "}") { $0.string() && $0.token(":") && $0.value(depth: depth + 1) }
        case UInt8(ascii: "["): return depth < Self.maxDepth && list(to: "]") { $0.value(depth: depth + 1) }
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    /// Reads an array or an object.
    private mutating func list(to end: Unicode.Scalar, _ item: (inout JSONText) -> Bool) -> Bool {
        copy(1)
        if token(end) { return true }
        repeat {
            skipSpace()
            guard item(&self) else { return false }
        } while token(",")
        return token(end)
    }

    private mutating func string() -> Bool {
        guard next == UInt8(ascii: "\"") else { return false }
        var end = place + 1
        while end < text.count, text[end] != UInt8(ascii: "\"") {
            guard text[end] >= 0x20 else { return false }
            if text[end] == UInt8(ascii: "\\") {
                end += 1
                guard end < text.count, "\"\\/bfnrtu".utf8.contains(text[end]) else { return false }
                let digits = text[(end + 1)...].prefix(4)
                guard text[end] != UInt8(ascii: "u") || digits.count == 4 && digits.allSatisfy(Self.isHexadecimal)
                else {
                    return false
                }
            }
            end += 1
        }
        guard end < text.count else { return false }
        copy(end + 1 - place)
        return true
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private mutating func number() -> Bool {
        if next == UInt8(ascii: "-") { copy(1) }
        if next == UInt8(ascii: "0") { copy(1) } else if !digits() { return false }
        if next == UInt8(ascii: ".") {
            copy(1)
            guard digits() else { return false }
        }
        if next.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            copy(1)
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { copy(1) }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let count = text[place...].prefix { (0x30...0x39).contains($0) }.count
        copy(count)
        return count > 0
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let isWord = text[place...].starts(
            with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        if isWord { copy(word.utf8CodeUnitCount) }
        return isWord
    }

    /// Reads a sign and the white space before it, if it is next.
    private mutating func token(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: sign) else { return false }
        copy(1)
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func copy(_ count: Int) {
        output.append(contentsOf: text[place..<place + count])
        place += count
    }
}
