/// Text in a cell of a LaTeX table, read as it is.
enum LaTeXText {
    /// The characters that LaTeX takes for itself by their commands; also the bracket and the star at the beginning,
    /// which belong to the `\\` of the line before.
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
            // Two hyphens would be a dash.
            case "-" where previous == "-": result += "{}-"
            default: result.unicodeScalars.append(scalar)
            }
            previous = scalar
            isBeginning = isBeginning && scalar == " "
        }
        return result
    }
}
