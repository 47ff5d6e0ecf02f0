public import TableRendering

extension TableFormat {
    /// Text in a ``TextTableStyle``.
    public static let text = styled(
        "Text", fileExtension: "txt", type: "plain", style: .simple,
        parameter: Parameter("_style", values: TextTableStyle.allCases.map(\.rawValue)))
}

/// A style of text tables. Its raw value is the name for `_style` and the command line.
public enum TextTableStyle: String, Sendable, Hashable, CaseIterable {
    /// Aligned columns without rules.
    case plain
    /// Aligned columns with a rule below the headings.
    case simple
    /// A grid of ASCII characters.
    case grid
    /// A grid of box-drawing characters.
    case fancyGrid = "fancy_grid"
    /// The style of PostgreSQL's `psql` with a border.
    case psql
    /// A table for Emacs's Org mode.
    case org
    /// A table for GitHub Flavored Markdown.
    case pipe
    /// A simple table for reStructuredText. A table with a single column becomes a grid, as simple tables require two
    /// columns.
    case rst
    /// A `tabular` environment for LaTeX.
    case latex
    /// An HTML `<table>` without classes, links or scripts.
    case html
    /// Comma-separated values (RFC 4180). Values are unformatted, and headings are column names.
    case csv
    /// Tab-separated values, as spreadsheets copy them. A value with a tab, a line end or a quotation mark is in quotation marks.
    case tsv

    /// A Boolean value that indicates whether the columns are padded to equal widths. All cells are then measured
    /// before the first line is written.
    public var isAligned: Bool {
        switch self {
        case .plain, .simple, .grid, .fancyGrid, .psql, .org, .pipe, .rst, .latex: true
        case .html, .csv, .tsv: false
        }
    }

    /// The marks around the title of a section.
    var emphasis: String {
        switch self {
        case .org: "*"
        case .pipe, .rst: "**"
        case .plain, .simple, .grid, .fancyGrid, .psql, .latex, .html, .csv, .tsv: ""
        }
    }

    /// A Boolean value that indicates whether the style is meant for terminals, not for another program.
    var isForTerminals: Bool {
        switch self {
        case .plain, .simple, .grid, .fancyGrid, .psql: true
        case .org, .pipe, .rst, .latex, .html, .csv, .tsv: false
        }
    }
}
