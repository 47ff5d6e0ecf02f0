import CascadingTable
import HTTPTypes
import TableRendering
import TextTables

/// The requested part of a table, with its format and parameters.
struct PageRequest: Hashable {
    var scope: Scope
    var representation: Representation
    var parameters: PageParameters
    /// The language of the page.
    var language: Language
    /// The path of the table, ending in a slash, as the client sent it. Links begin with it.
    var base: String
    /// A Boolean value that indicates whether the page is for a text browser, which needs plain forms.
    var isPlain = false

    /// A Boolean value that indicates whether the response has all rows of the table, or all rows after a place.
    var isWhole: Bool { representation.isWhole && parameters.isOpenEnded }

    /// The style of text formats.
    var style: TextTableStyle {
        switch representation {
        case .csv: .csv
        case .markdown: .pipe
        case .html, .json, .text, .ndjson: parameters.style ?? .simple
        }
    }

    /// The shape of a row in JSON.
    var shape: JSONShape { parameters.shape ?? (representation == .ndjson ? .objects : .cells) }

    /// Refuses the shape `arrays` for a table without columns.
    @TableActor
    func checkShape(for tableView: TableView) throws {
        guard representation.hasShape, shape == .arrays, tableView.columns.isEmpty else { return }
        throw ProblemDetails(.badRequest, "The table has no columns. Use _shape=objects.", errors: ["_shape=arrays"])
    }

    typealias Scope = TablePageRequest.Scope

    /// The rows of the page.
    var rows: TablePageRequest { TablePageRequest(scope, parameters.anchor, size: parameters.size) }

    enum Representation: Hashable {
        case html
        case json
        /// Text in the style of `_style`.
        case text
        case csv
        case markdown
        case ndjson

        /// A Boolean value that indicates whether browsers save the response as a file.
        var isForFiles: Bool { self == .csv || self == .ndjson }

        /// A Boolean value that indicates whether `_shape` is allowed, because the response is JSON.
        var hasShape: Bool { self == .json || self == .ndjson }

        /// A Boolean value that indicates whether the client's preferred language decides the language. Data formats
        /// depend on the address alone.
        var isNegotiated: Bool { self == .html }

        /// A Boolean value that indicates whether the response has all rows of the table, unless the request has
        /// `_size`.
        var isWhole: Bool {
            switch self {
            case .html, .json: false
            case .text, .csv, .markdown, .ndjson: true
            }
        }

        /// Returns the value of `Content-Disposition`; nil for formats that browsers show.
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

        /// The extension of the address; nil for a page.
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
