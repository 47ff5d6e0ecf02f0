/// The list of values of an `in` filter: `UA, DL, "Doe, Ann"`.
///
/// Blanks around commas are ignored, and so are empty values. A value in double quotes can have commas and blanks;
/// quotes in it are doubled.
package struct ValueList: Sendable {
    package let values: [String]

    /// The limit of values of a list.
    package static let maxCount = 30_000

    package init(_ values: [String]) { self.values = values }

    /// Returns whether a text stands for a list that a server keeps: `@` and a token of 20 letters and digits or more.
    package static func isToken(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "@") && (21...40).contains(text.utf8.count)
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

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
                !value.unicodeScalars.contains(",") && !ends.isEmpty && !Self.isToken(value)
                && !ends.contains { $0.properties.isWhitespace } && ends.first != "\""
            return isPlain
                ? value
                : "\"\(value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
        }
        .joined(separator: ", ")
    }

    /// Returns a value in quotes and the rest of the list from its comma on; nil if there is no such value.
    private static func quoted(
        _ list: Substring.UnicodeScalarView
    ) -> (value: String, rest: Substring.UnicodeScalarView)? {
        guard list.first == "\"" else { return nil }
        // One text that grows would be copied at each quote.
        var parts: [String] = []
        var rest = list.dropFirst()
        while let end = rest.firstIndex(of: "\"") {
            parts.append(String(rest[..<end]))
            rest = rest[end...].dropFirst()
            guard rest.first == "\"" else {
                rest = rest.drop(while: \.properties.isWhitespace)
                return rest.isEmpty || rest.first == "," ? (parts.joined(separator: "\""), rest) : nil
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}

/// A list of values that a server keeps under a token, because it is too long for an address.
///
/// The list of a token never changes, so that two lists are equal if their tokens are.
package struct KeptValues: Sendable, Hashable {
    /// The token: `@` with letters and digits.
    private let token: String
    package let values: [String]

    package init(_ values: [String], of token: String) { (self.values, self.token) = (values, token) }

    package static func == (one: Self, other: Self) -> Bool { one.token == other.token }

    package func hash(into hasher: inout Hasher) { hasher.combine(token) }
}
