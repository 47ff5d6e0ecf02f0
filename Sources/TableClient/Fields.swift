import Foundation

/// The values of a row by column, each in JSON as it was written, so that no digit is lost.
struct Fields: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        var name: String
        var json: [UInt8]
    }

    var items: [Field] = []

    static let null = Array("null".utf8)

    /// Returns the value of a column. Columns of a database are compared by bytes.
    subscript(name: String) -> [UInt8]? { items.first { $0.name.utf8.elementsEqual(name.utf8) }?.json }

    /// Returns the text that a value is; nil for other values.
    func text(_ name: String) -> String? { self[name].flatMap(Self.text) }

    /// The values as a JSON object.
    var json: [UInt8] {
        let members = items.map { Self.json($0.name) + ":".utf8 + $0.json }
        return Array("{".utf8) + members.joined(separator: ",".utf8) + "}".utf8
    }

    /// Returns the values that differ from others. Those that are missing are null.
    func changes(since before: Fields) -> Fields {
        let removed = before.items.filter { self[$0.name] == nil }.map { Field(name: $0.name, json: Self.null) }
        return Fields(items: items.filter { before[$0.name] != $0.json } + removed)
    }

    /// Returns the values with others in their place.
    func replacing(_ values: Fields) -> Fields {
        let others = values.items.filter { self[$0.name] == nil }
        return Fields(items: items.map { Field(name: $0.name, json: values[$0.name] ?? $0.json) } + others)
    }
}

extension Fields {
    /// Reads the values of a JSON object. There are none in what is no object.
    init(json: some Sequence<UInt8>) {
        let parts = Self.parts(of: Array(json))
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            items.append(Field(name: Self.text(parts[index]) ?? "", json: parts[index + 1]))
        }
    }

    /// Returns the objects of a JSON array.
    static func list(_ json: [UInt8]?) -> [Fields] { parts(of: json ?? []).map { Fields(json: $0) } }

    /// Returns a text as JSON, and the text of JSON.
    static func json(_ text: String) -> [UInt8] { (try? JSONEncoder().encode(text)).map { [UInt8]($0) } ?? [] }

    private static func text(_ json: [UInt8]) -> String? { try? JSONDecoder().decode(String.self, from: Data(json)) }

    /// Returns the elements of a JSON array, or the names and the values of an object. Their own contents are not looked at.
    static func parts(of json: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var (index, start, depth, isText) = (0, 0, 0, false)
        func end() {
            let part = json[start..<index].trimmingPrefix { $0 <= 0x20 }
            if !part.isEmpty { parts.append(part.dropLast(part.reversed().prefix { $0 <= 0x20 }.count).map(\.self)) }
            start = index + 1
        }
        while index < json.count {
            switch Unicode.Scalar(json[index]) {
            case "\\": index += 1
            case "\"": isText.toggle()
            case _ where isText: break
            case "{", "[": (depth, start) = (depth + 1, depth == 0 ? index + 1 : start)
            case "}", "]":
                if depth == 1 { end() }
                depth -= 1
            case ",", ":": if depth == 1 { end() }
            default: break
            }
            index += 1
        }
        return parts
    }
}
