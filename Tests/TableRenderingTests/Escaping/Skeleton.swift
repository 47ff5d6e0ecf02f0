/// The tags and attribute names of a page, read like a browser. No text may change them.
struct Skeleton: Sendable {
    private(set) var tags: [String] = []
    /// The values of all attributes, decoded, in order.
    private(set) var values: [(attribute: String, value: String)] = []
    /// The places where a browser would have to guess: a value without quotes, a `<` that begins no tag, a tag without
    /// an end.
    private(set) var faults: [String] = []

    init(_ html: String) {
        var rest = Array(html.utf8)[...]
        while let byte = rest.first {
            if byte == Self.less {
                readTag(&rest)
            } else {
                _ = decoded(Self.take(&rest) { $0 != Self.less })
            }
        }
    }

    private mutating func readTag(_ rest: inout ArraySlice<UInt8>) {
        rest.removeFirst()
        let name = text(Self.take(&rest) { $0 != Self.greater && !Self.isBlank($0) })
        guard let first = name.first, first.isLetter || "/!".contains(first) else { return faults.append("<\(name)") }
        var parts = [name]
        while let byte = rest.first, byte != Self.greater {
            guard Self.isBlank(byte) else { return faults.append("no space in <\(name)") }
            rest.removeFirst()
            let attribute = text(Self.take(&rest) { !Self.endsName.contains($0) })
            guard !attribute.isEmpty else { return faults.append("an attribute of <\(name) without a name") }
            parts.append(attribute)
            guard rest.first == UInt8(ascii: "=") else { continue }
            guard rest.dropFirst().first == Self.quote else {
                return faults.append("\(attribute) of <\(name) without quotes")
            }
            rest.removeFirst(2)
            values.append((attribute, decoded(Self.take(&rest) { $0 != Self.quote })))
            if rest.isEmpty { return faults.append("\(attribute) of <\(name) without an end") }
            rest.removeFirst()
        }
        guard !rest.isEmpty else { return faults.append("<\(name) without an end") }
        rest.removeFirst()
        // The letters of a text decide if it is in a `bdi`, so these tags are left out.
        if !["bdi", "/bdi"].contains(name) { tags.append(parts.joined(separator: " ")) }
    }

    /// Decodes character references. Any other `&` is a fault.
    private mutating func decoded(_ run: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = run
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                bytes.append(byte)
                continue
            }
            let name = text(rest.prefix(8).prefix { $0 != UInt8(ascii: ";") })
            rest = rest.dropFirst(name.utf8.count + 1)
            if let character = Self.references[name] {
                bytes.append(character)
            } else {
                faults.append("&\(name)")
            }
        }
        return text(bytes[...])
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func take(
        _ rest: inout ArraySlice<UInt8>, while isPart: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
        let run = rest.prefix(while: isPart)
        rest = rest[run.endIndex...]
        return run
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

    private static let less = UInt8(ascii: "<")
    private static let greater = UInt8(ascii: ">")
    private static let quote = UInt8(ascii: "\"")
    private static let endsName = Array("=> \n\"'<".utf8)
    private static let references: [String: UInt8] = [
        "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"), "quot": UInt8(ascii: "\""),
        "#39": UInt8(ascii: "'"), "#13": UInt8(ascii: "\r"),
    ]
}
