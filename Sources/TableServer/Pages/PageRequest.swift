import CascadingTable
import HTTPTypes
import TableRendering
import TextTables

/// What of a table is asked for, and in which representation.
struct PageRequest: Hashable {
    var scope: Scope
    var representation: Representation
    var parameters: PageParameters
    /// The reader's language, which a page is in.
    var language: Language
    /// The path of the table, ending in a slash, as the client wrote it; links are made from it.
    var base: String
    /// Whether it is for a browser of text, whose forms are those of long ago.
    var isPlain = false

    /// Whether it is to have all rows of the table, or all from a place on.
    var isWhole: Bool { representation.isWhole && parameters.isOpenEnded }

    /// What the table is asked; nil for all rows in their own order, and for one row, which is shown whatever it is.
    @TableActor
    func query(of tableView: TableView) throws -> TableQuery? {
        if case .row = scope { return nil }
        return try parameters.query.query(
            of: tableView, known: PageParameters.names(for: representation))
    }

    /// How it is written as text.
    var style: TextTableStyle {
        switch representation {
        case .csv: .csv
        case .markdown: .pipe
        case .html, .json, .text, .ndjson: parameters.style ?? .simple
        }
    }

    /// How its rows are arranged as JSON.
    var shape: JSONShape { parameters.shape ?? (representation == .ndjson ? .objects : .cells) }

    /// Refuses rows as arrays of a table that does not say what stands in which place.
    @TableActor
    func checkShape(for tableView: TableView) throws {
        guard representation.hasShape, shape == .arrays, tableView.columns.isEmpty else { return }
        throw ProblemDetails(.badRequest, "The table has no columns. Use _shape=objects.", errors: ["_shape=arrays"])
    }

    enum Scope: Hashable {
        case table
        case section(Int)
        case row(IndexPath)
    }

    enum Representation: Hashable {
        case html
        case json
        /// Text in the style that `_style` names.
        case text
        case csv
        case markdown
        case ndjson

        /// Whether a browser is to save it rather than to show it.
        var isForFiles: Bool { self == .csv || self == .ndjson }

        /// Whether it is JSON, whose shape `_shape` names.
        var hasShape: Bool { self == .json || self == .ndjson }

        /// Whether it is in the language that the client likes best. Data is not, but for what its address says.
        var isNegotiated: Bool { self == .html }

        /// Whether it has all rows of the table unless the request says how many.
        var isWhole: Bool {
            switch self {
            case .html, .json: false
            case .text, .csv, .markdown, .ndjson: true
            }
        }

        /// How a browser is to save it; nil for what it shows.
        func disposition(title: String) -> String? {
            guard isForFiles, let fileExtension else { return nil }
            return ContentDisposition(title: title, fileExtension: fileExtension).value
        }

        var contentType: String {
            switch self {
            case .html: "text/html; charset=utf-8"
            case .json: "application/json"
            case .text: "text/plain; charset=utf-8"
            case .csv: "text/csv; charset=utf-8"
            case .markdown: "text/markdown; charset=utf-8"
            case .ndjson: "application/x-ndjson"
            }
        }

        /// What its address ends with; none for a page.
        var fileExtension: String? {
            switch self {
            case .html: nil
            case .json: "json"
            case .text: "txt"
            case .csv: "csv"
            case .markdown: "md"
            case .ndjson: "ndjson"
            }
        }
    }
}
