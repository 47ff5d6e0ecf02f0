/// The rules and separators of a style.
struct TextTableRules: Sendable {
    /// The separators before the first cell of a line, between two cells, and after the last cell.
    var left = ""
    var between = "  "
    var right = ""
    /// The rule above the headings.
    var top: Rule?
    /// The rule below the headings.
    var head: Rule?
    /// The rule between two rows.
    var row: Rule?
    /// The rule above and below the title of a section.
    var title: Rule?
    /// The rule below the last line.
    var bottom: Rule?
    var titles = Titles.line
    /// The minimum width of a column.
    var minimumWidth = 1

    /// Returns the width of the table without its borders.
    func innerWidth(of columns: [TextTableLayout.Column]) -> Int {
        columns.reduce((columns.count - 1) * DisplayWidth.of(between)) { $0 + $1.width }
    }

    /// The placement of section titles.
    enum Titles: Sendable {
        /// A title on a line of its own, after an empty line.
        case line
        /// A title in a cell that spans the table.
        case spanning
        /// A title on a line of its own, underlined with hyphens to form a cell that spans the table.
        case underlined
        /// A title in the first cell of a line.
        case firstCell
        /// A title in a LaTeX command that spans the table. The table is a `tabular` environment.
        case command
    }

    /// A rule across the table.
    struct Rule: Sendable {
        var left: String
        var fill: String
        var right: String
        /// The crossing with cells above and below.
        var cross: String
        /// The crossing with cells above only.
        var up: String
        /// The crossing with cells below only.
        var down: String
        /// The crossing without cells above and below.
        var flat: String
        /// A Boolean value that indicates whether colons show the alignment of the columns.
        var marksAlignment: Bool

        /// Creates a rule. Crossings without a text of their own are like `cross`.
        init(
            _ left: String, _ fill: String, _ right: String, _ cross: String, up: String? = nil, down: String? = nil,
            flat: String? = nil, marksAlignment: Bool = false
        ) {
            (self.left, self.fill, self.right, self.cross) = (left, fill, right, cross)
            (self.up, self.down, self.flat) = (up ?? cross, down ?? cross, flat ?? cross)
            self.marksAlignment = marksAlignment
        }
    }
}

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
