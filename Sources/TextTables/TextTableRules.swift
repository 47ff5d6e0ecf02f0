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
    }

    /// A rule across the table.
    struct Rule: Sendable {
        var left: String
        var fill: Character
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
        var marksAlignment = false

        /// Creates a rule with one kind of crossing.
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
