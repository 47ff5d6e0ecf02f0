import CascadingTable
import HTTPMessages
import HTTPTypes
import OrderedCollections
import TableRendering

/// The rows of a request: `rows`, each a row or a range of rows, or `all=1`; without the rows of `except`.
///
/// A range goes from its first to its last row in the order of the page that the request was made on. Rows that the
/// page does not list are refused when the table resolves the set.
///
///     rows=0.1&rows=0.3-1.2&except=0.4
struct RowSet: Sendable, Hashable {
    /// The limit of rows in one request.
    static let limit = 10_000

    private let rows: [Item]
    private let exceptions: [Item]
    private let isAll: Bool

    /// A range of rows in the order of the page, often of one row.
    struct Item: Sendable, Hashable {
        var first: IndexPath
        var last: IndexPath
        /// The expected identifier of the row. Another row at its place is refused.
        var name: String?

        /// Reads `0.3`, `0.3@NAME` or `0.3-1.2`.
        init?(_ text: String) {
            // Compared as bytes: a combining accent after the sign would form one character with it.
            let end = text.utf8.firstIndex(of: UInt8(ascii: "@"))
            let places = text[..<(end ?? text.endIndex)].split(separator: "-", omittingEmptySubsequences: false)
            guard places.count == 1 || places.count == 2 && end == nil,
                let first = IndexPath(place: places[0]), let last = IndexPath(place: places[places.count - 1])
            else { return nil }
            self.first = first
            self.last = last
            name = end.map { String(text[text.utf8.index(after: $0)...]) }
        }
    }

    /// A Boolean value that indicates whether each row has an expected identifier.
    var namesRows: Bool { !isAll && rows.allSatisfy { $0.name != nil } }

    /// Creates the rows of a request; nil for an action on one row or on the table.
    init?(for target: TableAction.Target, _ form: Query) throws {
        guard case .rows = target else { return nil }
        try self.init(form)
    }

    /// Reads the rows of a form.
    ///
    /// - Parameter form: The items of the request. An empty value of `rows` stands for an empty list.
    /// - Throws: ``ProblemDetails`` 400 for a missing or invalid list, 413 for too many rows.
    init(_ form: Query) throws {
        isAll = try Self.isAll(form)
        guard isAll || form["rows"] != nil else {
            throw ProblemDetails(
                .badRequest, "\"rows\" is missing. Give places such as 0.3, or ranges such as 0.3-1.2.")
        }
        rows = isAll ? [] : try Self.items("rows", of: form)
        exceptions = try Self.items("except", of: form)
    }

    private static func isAll(_ form: Query) throws -> Bool {
        guard let text = form["all"] else { return false }
        guard ["0", "1"].contains(text) else {
            throw ProblemDetails(.badRequest, "\"all\" must be 0 or 1.", errors: ["all=\(text)"])
        }
        return text == "1"
    }

    private static func items(_ name: String, of form: Query) throws -> [Item] {
        let texts = form.all(name).filter { !$0.isEmpty }
        guard texts.count <= limit else { throw tooMany }
        return try texts.map { text in
            guard let item = Item(text) else {
                throw ProblemDetails(
                    .badRequest, "\"\(name)\" must be a place such as 0.3, or a range such as 0.3-1.2.",
                    errors: ["\(name)=\(text)"])
            }
            return item
        }
    }

    private static var tooMany: ProblemDetails {
        ProblemDetails(.contentTooLarge, "A request can name at most \(limit) rows.")
    }
}

extension RowSet {
    /// Returns the index paths of the rows in the original table, in the order of the list, without duplicates.
    ///
    /// - Parameters:
    ///   - tableView: The table of the page. Ranges follow its order.
    ///   - every: Returns the rows of `all`.
    @TableActor
    func indexPaths(in tableView: TableView, every: (TableView) throws -> [IndexPath]) throws -> [IndexPath] {
        let meant = isAll ? OrderedSet(try every(tableView)) : try Self.indexPaths(of: rows, in: tableView)
        guard !exceptions.isEmpty else { return meant.elements }
        return meant.subtracting(try Self.indexPaths(of: exceptions, in: tableView)).elements
    }

    /// Returns all rows of the table as places in the original table. More than ``limit`` rows are refused.
    @TableActor
    static func everyRow(of tableView: TableView) throws -> [IndexPath] {
        guard tableView.numberOfRows <= limit else { throw tooMany }
        return tableView.window(size: limit).indexPaths.map(tableView.original)
    }

    /// The rows with an expected identifier.
    var named: [(name: String, indexPath: IndexPath)] {
        (rows + exceptions).compactMap { item in item.name.map { ($0, item.first) } }
    }

    @TableActor
    private static func indexPaths(of items: [Item], in tableView: TableView) throws -> OrderedSet<IndexPath> {
        var indexPaths: OrderedSet<IndexPath> = []
        // Duplicates and empty sections count, too, because the limit bounds the work.
        var steps = 0
        for item in items {
            guard item.first <= item.last else { throw item.isNoRun }
            try tableView.requireRow(at: item.first)
            try tableView.requireRow(at: item.last)
            for section in item.first.section...item.last.section {
                let start = section == item.first.section ? item.first.row : 0
                let count = tableView.numberOfRows(inSection: section)
                let end = section == item.last.section ? item.last.row + 1 : count
                steps += max(end - start, 1)
                guard steps <= limit else { throw tooMany }
                for row in start..<end { indexPaths.append(tableView.original(IndexPath(row: row, section: section))) }
            }
        }
        return indexPaths
    }
}

extension RowSet.Item {
    /// The error for a range whose last row does not follow its first.
    fileprivate var isNoRun: ProblemDetails {
        let run = "\(first.section).\(first.row)-\(last.section).\(last.row)"
        return ProblemDetails(
            .badRequest,
            "There is no range \(run). With the order and filters of this address, its last row does not follow its first.",
            errors: [run])
    }
}

extension TableView {
    fileprivate func requireRow(at indexPath: IndexPath) throws {
        guard hasRow(at: indexPath) else {
            throw ProblemDetails(.notFound, "There is no row \(indexPath.row) in section \(indexPath.section).")
        }
    }
}

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
