/// The escaping of text in LaTeX tables, so that it is printed literally.
enum LaTeXText {
    /// Returns a text in which special characters are replaced with LaTeX commands.
    ///
    /// A bracket or star at the beginning is escaped, too. Otherwise LaTeX reads it as an argument of the preceding
    /// `\\`.
    static func escaped(_ text: String) -> String {
        var result = ""
        var previous: Unicode.Scalar?
        var isBeginning = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\textbackslash{}"
            case "{", "}", "$", "&", "#", "%", "_": result += "\\\(scalar)"
            case "~": result += "\\textasciitilde{}"
            case "^": result += "\\textasciicircum{}"
            case "`": result += "\\textasciigrave{}"
            case "<": result += "\\textless{}"
            case ">": result += "\\textgreater{}"
            case "|": result += "\\textbar{}"
            case "[" where isBeginning, "*" where isBeginning: result += "{\(scalar)}"
            // LaTeX prints two hyphens as a dash.
            case "-" where previous == "-": result += "{}-"
            default: result.unicodeScalars.append(scalar)
            }
            previous = scalar
            isBeginning = isBeginning && scalar == " "
        }
        return result
    }
}

/// The escaping of text in Org tables, in which only the vertical bar is special.
enum OrgText {
    /// Returns a text in which vertical bars are entities, because Org has no escape for them.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "|")) else { return text }
        return text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\vert{}")
    }
}

/// The escaping of text in reStructuredText tables, so that it is shown literally.
enum ReStructuredText {
    /// Returns a text with backslashes before markup, and before a beginning that would form a list or another block.
    ///
    /// The rules are in Docutils' reStructuredText Markup Specification, "Escaping Mechanism".
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // Spaces at the beginning do not belong to a cell.
        let text = text.drop(while: \.isWhitespace)
        let scalars = text.unicodeScalars
        if beginsBlock(text) { result.append("\\") }
        var previous: Unicode.Scalar?
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars[scalars.index(after: index)...].first
            let isFirst = index == scalars.startIndex && !result.isEmpty
            if !isFirst, isMark(scalar, previous, next) { result.append("\\") }
            result.append(scalar)
            previous = scalar
        }
        return String(result)
    }

    private static func isMark(_ scalar: Unicode.Scalar, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
        switch scalar {
        case "\\", "*", "`", "|": true
        // An underscore at the end of a word makes the word a reference.
        case "_": next.map { !$0.properties.isAlphabetic && $0.properties.numericType == nil } ?? true
        case ":": previous == ":"
        default: false
        }
    }

    /// Returns whether the text begins with a mark, or with an enumerator such as `1.`, `A)` or `(iv)`.
    private static func beginsBlock(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        if first.isASCII, !first.properties.isAlphabetic, !("0"..."9").contains(first) { return true }
        if "•‣⁃".unicodeScalars.contains(first) { return true }
        let word = text.prefix { $0 != " " }
        guard let end = word.last, end == "." || end == ")" else { return false }
        let enumerator = word.dropLast().drop { $0 == "(" }
        return enumerator.count == 1 || enumerator.allSatisfy { ("0"..."9").contains($0) }
            || enumerator.allSatisfy { "ivxlcdmIVXLCDM".contains($0) }
    }
}
