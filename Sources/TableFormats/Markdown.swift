public import TableRendering

extension TableFormat {
    /// A table of GitHub Flavored Markdown.
    public static let markdown = styled("Markdown", fileExtension: "md", type: "markdown", style: .pipe)
}

/// The escaping of text in Markdown tables, so that it is shown literally.
enum MarkdownText {
    /// Returns a text with backslashes before markup (CommonMark 0.31, 2.4, and the tables of GitHub Flavored
    /// Markdown).
    ///
    /// An underscore inside a word, and an ampersand that begins no entity, need no backslash.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: marks.contains) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        var previous: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            if isMark(scalar, after: previous, before: rest) { result.append("\\") }
            result.append(scalar)
            previous = scalar
        }
        return String(result)
    }

    private static let marks = Set("\\|`*_[]<>~&$".utf8)

    private static func isMark(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before rest: Substring.UnicodeScalarView
    ) -> Bool {
        switch scalar {
        case "_": !(isWord(previous) && isWord(rest.first))
        case "&": rest.drop { $0.isASCII && ($0 == "#" || isWord($0)) }.first == ";"
        default: scalar.isASCII && marks.contains(UInt8(scalar.value))
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
