/// The list of values of an `in` filter: `UA, DL, "Doe, Ann"`.
///
/// Blanks around commas are ignored, and so are empty values. A value in double quotes can have commas and blanks;
/// quotes in it are doubled.
package struct ValueList: Sendable {
    package let values: [String]

    package init(_ values: [String]) { self.values = values }

    /// Reads a list. A quote that does not begin a value, or that is not closed, is part of the value.
    package init(parsing text: String) {
        var values: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            rest = rest.drop(while: \.properties.isWhitespace)
            if let (value, end) = Self.quoted(rest) {
                values.append(value)
                rest = end
            } else {
                var value = rest.prefix { $0 != "," }
                rest = rest.dropFirst(value.count)
                while value.last?.properties.isWhitespace == true { value.removeLast() }
                if !value.isEmpty { values.append(String(value)) }
            }
            rest = rest.dropFirst()
        }
        self.values = values
    }

    /// The list as a text, with quotes where they are needed.
    package var text: String {
        values.map { value in
            let ends = [value.unicodeScalars.first, value.unicodeScalars.last].compactMap(\.self)
            let isPlain =
                !value.unicodeScalars.contains(",") && !ends.isEmpty
                && !ends.contains { $0.properties.isWhitespace } && ends.first != "\""
            return isPlain ? value : "\"\(value.replacing("\"", with: "\"\""))\""
        }
        .joined(separator: ", ")
    }

    /// Returns a value in quotes and the rest of the list from its comma on; nil if there is no such value.
    private static func quoted(
        _ list: Substring.UnicodeScalarView
    ) -> (value: String, rest: Substring.UnicodeScalarView)? {
        guard list.first == "\"" else { return nil }
        var value = String.UnicodeScalarView()
        var rest = list.dropFirst()
        while let end = rest.firstIndex(of: "\"") {
            value.append(contentsOf: rest[..<end])
            rest = rest[end...].dropFirst()
            guard rest.first == "\"" else {
                rest = rest.drop(while: \.properties.isWhitespace)
                return rest.isEmpty || rest.first == "," ? (String(value), rest) : nil
            }
            value.append("\"")
            rest = rest.dropFirst()
        }
        return nil
    }
}
