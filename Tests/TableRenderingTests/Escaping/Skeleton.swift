/// The tags of a page and the names of their attributes, read as a browser reads them: what no text may change.
struct Skeleton {
    private(set) var tags: [String] = []
    /// The values of all attributes, decoded, in order.
    private(set) var values: [(attribute: String, value: String)] = []
    /// What stands between the tags, decoded.
    private(set) var text = ""
    /// What a browser would have to guess at: a value without quotes, a `<` that begins no tag, a tag without an end.
    private(set) var faults: [String] = []

    private var rest: Substring.UnicodeScalarView

    init(_ html: String) {
        rest = html[...].unicodeScalars
        while let scalar = rest.first {
            if scalar == "<" { readTag() } else { readText() }
        }
    }

    private mutating func readText() {
        let run = rest.prefix { $0 != "<" }
        rest = rest.dropFirst(run.count)
        text += decoded(run)
    }

    private mutating func readTag() {
        rest = rest.dropFirst()
        let name = take { $0 != ">" && $0 != " " && $0 != "\n" }
        guard let first = name.unicodeScalars.first,
            first.properties.isAlphabetic || "/!".unicodeScalars.contains(first)
        else {
            faults.append("<\(name)")
            return
        }
        var attributes: [String] = []
        while let scalar = rest.first, scalar != ">" {
            guard scalar == " " || scalar == "\n" else { return faults.append("\(scalar) in <\(name)") }
            rest = rest.dropFirst()
            let attribute = take { !"=> \n\"'<".unicodeScalars.contains($0) }
            guard !attribute.isEmpty else { return faults.append("an attribute of <\(name) without a name") }
            attributes.append(attribute)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            guard rest.first == "\"" else { return faults.append("\(attribute) of <\(name) without quotes") }
            rest = rest.dropFirst()
            let value = rest.prefix { $0 != "\"" }
            rest = rest.dropFirst(value.count + 1)
            values.append((attribute, decoded(value)))
        }
        if rest.isEmpty { faults.append("<\(name) without an end") }
        rest = rest.dropFirst()
        tags.append(([name] + attributes).joined(separator: " "))
    }

    private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
        let run = rest.prefix(while: isPart)
        rest = rest.dropFirst(run.count)
        return String(run)
    }

    /// Decodes the references that are written; any other `&` is a fault.
    private mutating func decoded(_ run: Substring.UnicodeScalarView) -> String {
        var scalars = String.UnicodeScalarView()
        var rest = run
        while let scalar = rest.popFirst() {
            guard scalar == "&" else {
                scalars.append(scalar)
                continue
            }
            let name = String(rest.prefix { $0 != ";" }.prefix(8))
            rest = rest.dropFirst(name.unicodeScalars.count + 1)
            if let character = Self.references[name] {
                scalars.append(character)
            } else {
                faults.append("&\(name)")
            }
        }
        return String(scalars)
    }

    private static let references: [String: Unicode.Scalar] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "#39": "'", "#x27": "'", "#13": "\r", "#x2F": "/", "#x60": "`",
        "#x3D": "=",
    ]
}
