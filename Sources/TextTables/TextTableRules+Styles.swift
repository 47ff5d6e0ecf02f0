extension TextTableRules {
    /// Returns the rules of a style. Styles without rules get empty ones.
    init(_ style: TextTableStyle, columnCount: Int) {
        switch style {
        case .simple: self.init(head: Rule("", "-", "", "  "))
        case .grid: self = .grid
        case .fancyGrid: self = .fancyGrid
        case .psql: self = .psql
        case .org: self = .org
        case .pipe: self = .pipe
        case .rst: self = columnCount == 1 ? .grid : .rst
        case .latex: self = .latex
        case .plain, .html, .csv, .tsv: self.init()
        }
    }

    private static let grid: Self = {
        let rule = Rule("+-", "-", "-+", "-+-")
        return Self(
            left: "| ", between: " | ", right: " |", top: rule, head: Rule("+=", "=", "=+", "=+="), row: rule,
            title: rule, bottom: rule, titles: .spanning)
    }()

    private static let fancyGrid: Self = {
        let rule = Rule("├─", "─", "─┤", "─┼─", up: "─┴─", down: "─┬─", flat: "───")
        return Self(
            left: "│ ", between: " │ ", right: " │",
            top: Rule("╒═", "═", "═╕", "═╤═"),
            head: Rule("╞═", "═", "═╡", "═╪═", up: "═╧═", down: "═╤═", flat: "═══"), row: rule, title: rule,
            bottom: Rule("╘═", "═", "═╛", "═╧═", up: "═╧═", down: "═══", flat: "═══"), titles: .spanning)
    }()

    private static let psql: Self = {
        let border = Rule("+-", "-", "-+", "-+-")
        let rule = Rule("|-", "-", "-|", "-+-")
        return Self(
            left: "| ", between: " | ", right: " |", top: border, head: rule, title: rule, bottom: border,
            titles: .spanning)
    }()

    private static let org: Self = {
        let rule = Rule("|-", "-", "-|", "-+-")
        return Self(
            left: "| ", between: " | ", right: " |", head: rule, title: rule, titles: .firstCell)
    }()

    private static let pipe = Self(
        left: "| ", between: " | ", right: " |", head: Rule("|", "-", "|", "|", marksAlignment: true),
        titles: .firstCell, minimumWidth: 2)

    private static let latex: Self = {
        let rule = Rule("\\hline", "", "", "")
        return Self(
            left: "", between: " & ", right: " \\\\", top: rule, head: rule, title: rule, bottom: rule, titles: .command
        )
    }()

    private static let rst: Self = {
        let rule = Rule("", "=", "", "  ")
        return Self(top: rule, head: rule, bottom: rule, titles: .underlined)
    }()
}
