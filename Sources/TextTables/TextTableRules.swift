/// What a style draws around and between its cells.
struct TextTableRules: Sendable {
    /// What stands before the first cell of a line, between two, and after the last.
    var left = ""
    var between = "  "
    var right = ""
    /// Above the headings.
    var top: Rule?
    /// Below the headings.
    var head: Rule?
    /// Between two rows.
    var row: Rule?
    /// Above and below the title of a section.
    var title: Rule?
    /// Below the last line.
    var bottom: Rule?
    var titles = Titles.line
    /// The least width of a column.
    var minimumWidth = 1

    /// The width of the table but for what stands before its first and after its last cell.
    func innerWidth(of columns: [TextTableLayout.Column]) -> Int {
        columns.reduce((columns.count - 1) * DisplayWidth.of(between)) { $0 + $1.width }
    }

    /// How the title of a section is placed.
    enum Titles: Sendable {
        /// As a line of its own, a header after an empty one.
        case line
        /// In a cell as wide as the table.
        case spanning
        /// As a line that hyphens below it make a cell as wide as the table.
        case underlined
        /// In the first cell of a line.
        case firstCell
    }

    /// A line across the table.
    struct Rule: Sendable {
        var left: String
        var fill: Character
        var right: String
        /// Between cells above and below it.
        var cross: String
        /// Between cells above it only.
        var up: String
        /// Between cells below it only.
        var down: String
        /// Between none.
        var flat: String
        /// Whether colons say how the column is aligned.
        var marksAlignment = false

        /// A rule that is the same wherever it is.
        init(_ left: String, _ fill: Character, _ right: String, _ cross: String, marksAlignment: Bool = false) {
            self.init(left, fill, right, cross, up: cross, down: cross, flat: cross)
            self.marksAlignment = marksAlignment
        }

        init(
            _ left: String, _ fill: Character, _ right: String, _ cross: String, up: String, down: String, flat: String
        ) {
            self.left = left
            self.fill = fill
            self.right = right
            self.cross = cross
            self.up = up
            self.down = down
            self.flat = flat
        }
    }
}
