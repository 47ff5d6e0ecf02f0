/// A way to write a table as text; its raw value names it in a query and on the command line.
public enum TextTableStyle: String, Sendable, Hashable, CaseIterable {
    /// Columns side by side and nothing else.
    case plain
    /// Columns with a rule below the headings.
    case simple
    /// Every cell in a box of ASCII characters.
    case grid
    /// Every cell in a box of box-drawing characters.
    case fancyGrid = "fancy_grid"
    /// As PostgreSQL's `psql` with a border.
    case psql
    /// A table of Emacs's Org mode.
    case org
    /// A table of GitHub Flavored Markdown.
    case pipe
    /// A simple table of reStructuredText; a grid where there is one column only, which simple tables cannot have.
    case rst
    /// A `tabular` environment.
    case latex
    /// A `<table>` without classes, links or scripts.
    case html
    /// Comma-separated values (RFC 4180): values as they are, headings being the columns' names.
    case csv
    /// Tab-separated values; tab, line feed, carriage return and backslash are `\t`, `\n`, `\r` and `\\`.
    case tsv

    /// Whether columns are padded to one width, so that every cell is measured before the first line is written.
    public var isAligned: Bool {
        switch self {
        case .plain, .simple, .grid, .fancyGrid, .psql, .org, .pipe, .rst, .latex: true
        case .html, .csv, .tsv: false
        }
    }

    /// What the title of a section is emphasised with, on both sides.
    var emphasis: String {
        switch self {
        case .org: "*"
        case .pipe, .rst: "**"
        case .plain, .simple, .grid, .fancyGrid, .psql, .latex, .html, .csv, .tsv: ""
        }
    }

    /// Whether it is for reading as it is, not for another program.
    var isForTerminals: Bool {
        switch self {
        case .plain, .simple, .grid, .fancyGrid, .psql: true
        case .org, .pipe, .rst, .latex, .html, .csv, .tsv: false
        }
    }
}
