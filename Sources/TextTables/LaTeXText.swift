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
