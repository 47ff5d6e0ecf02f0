import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension Query {
    /// Returns the index path of an item: `section.row`.
    ///
    /// - Throws: ``ProblemDetails`` 400 for a missing or invalid item.
    func place(_ name: String) throws -> IndexPath {
        guard let place = try optionalPlace(name) else {
            throw ProblemDetails(.badRequest, "\"\(name)\" is missing. Give a place as SECTION.ROW, such as 0.3.")
        }
        return place
    }

    /// Returns the index path of an item; nil if the item is missing or contains no dot.
    func optionalPlace(_ name: String) throws -> IndexPath? {
        guard let text = self[name], text.contains(".") else { return nil }
        guard let place = IndexPath(place: text) else {
            throw ProblemDetails(
                .badRequest, "\"\(name)\" must be a place as SECTION.ROW, such as 0.3.", errors: ["\(name)=\(text)"])
        }
        return place
    }

    /// Returns the section number of an item; nil if it has none.
    func optionalSection(_ name: String) -> Int? { self[name].flatMap { Int(index: $0) } }

    /// Returns the section number of an item.
    func section(_ name: String) throws -> Int {
        guard let section = optionalSection(name) else {
            throw ProblemDetails(.badRequest, "\"\(name)\" must be the number of a section, from 0.")
        }
        return section
    }

    /// Returns the query item that expands a row.
    static func expanded(_ identifier: String) -> String {
        "_expanded=\(RowAnchor.encoded(identifier))"
    }
}

extension IndexPath {
    /// Reads an index path, `section.row`; nil for any other text.
    init?(place text: some StringProtocol) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, let section = Int(index: numbers[0]), let row = Int(index: numbers[1])
        else {
            return nil
        }
        self.init(row: row, section: section)
    }
}
