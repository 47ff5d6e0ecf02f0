import CascadingTable
import HTTPTypes
import TableFormats
import TableRendering

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
    var isWhole: Bool { representation.format?.isWhole == true && parameters.isOpenEnded }

    /// A Boolean value that indicates whether the response is a page or JSON with all that a page shows.
    var hasCells: Bool {
        representation == .html || representation == .json && [nil, "cells"].contains(parameters.variant)
    }

    /// Refuses unknown columns, and the shape `arrays` for a table without columns.
    @TableActor
    func checkColumns(of tableView: TableView) throws {
        try tableView.checkShownColumns()
        guard parameters.variant == "arrays", tableView.columns.isEmpty else { return }
        throw ProblemDetails(.badRequest, "The table has no columns. Use _shape=objects.", errors: ["_shape=arrays"])
    }

    typealias Scope = TablePageRequest.Scope

    /// The rows of the page.
    var rows: TablePageRequest {
        TablePageRequest(scope, parameters.anchor, size: parameters.size, isForPeople: representation == .html)
    }

    /// A page, or a format for programs. Formats depend on the address alone.
    enum Representation: Hashable {
        case html
        case format(TableFormat)

        static let json = Representation.format(.json)

        /// The format; nil for a page.
        var format: TableFormat? { if case .format(let format) = self { format } else { nil } }

        /// Returns the value of `Content-Disposition`; nil for formats that browsers show.
        func disposition(title: String) -> String? {
            guard let format, format.isForFiles else { return nil }
            return ContentDisposition(title: title, fileExtension: format.fileExtension).value
        }

        var contentType: String { format?.mediaType ?? "text/html; charset=utf-8" }
    }
}
