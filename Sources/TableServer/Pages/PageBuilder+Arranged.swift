import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

/// Pages of rows that are sorted, filtered or searched.
extension PageBuilder {
    @TableActor
    func plan(in tableView: TableView, arrangedBy arrangement: QueryResult) throws -> PagePlan {
        var offsets = 0..<arrangement.count
        if case .section(let section) = page.scope {
            let first = arrangement.offset(ofSection: section)
            offsets = first..<first + (arrangement.section(section)?.rows.count ?? 0)
        }
        guard let token = page.parameters.anchor.token else {
            let start = try start(in: tableView, arrangedBy: arrangement)
            return PagePlan(window(of: arrangement, from: start, within: offsets), in: tableView)
        }
        // The row of the token is loaded together with the probable page, so that one query loads both.
        var offset =
            tableView.hasRow(at: token.indexPath)
            ? arrangement.offset(ofRowAt: token.indexPath, expected: token.offset) : nil
        let isKnown = tableView.hasRow(at: token.indexPath)
        let likely = PagePlan(
            window(of: arrangement, from: start(beside: offset, token), within: offsets), in: tableView,
            beside: isKnown ? token : nil)
        guard likely.load == nil, !isKnown || !likely.holds(in: tableView) else { return likely }
        offset = tableView.indexPath(forRowWithIdentifier: token.identifier)
            .flatMap { arrangement.offset(ofRowAt: $0, expected: token.offset) }
        return PagePlan(window(of: arrangement, from: start(beside: offset, token), within: offsets), in: tableView)
    }

    /// Returns the first offset of a page whose anchor is no token.
    @TableActor
    private func start(in tableView: TableView, arrangedBy arrangement: QueryResult) throws -> Int {
        switch page.parameters.anchor {
        case .start, .after, .before: return 0
        case .section(let section): return arrangement.offset(ofSection: section)
        case .row(let name):
            let identifier = name.wrappedValue
            guard let row = tableView.indexPath(forRowWithIdentifier: identifier) else {
                throw ProblemDetails(.notFound, "There is no row \"\(identifier)\".")
            }
            guard let offset = arrangement.offset(ofRowAt: row) else {
                throw ProblemDetails(.notFound, "The row \"\(identifier)\" is not among the rows of this query.")
            }
            return isRefitted ? offset : offset - offset % size
        }
    }

    /// Returns the first offset of a page beside a token.
    ///
    /// - Parameters:
    ///   - offset: The offset of the token's row; nil if the row is not listed any more.
    ///   - token: The token of the request.
    private func start(beside offset: Int?, _ token: PageToken) -> Int {
        switch page.parameters.anchor {
        case .before: (offset ?? token.offset ?? 0) - size
        case .start, .section, .row, .after: offset.map { $0 + 1 } ?? token.offset ?? 0
        }
    }

    private func window(of arrangement: QueryResult, from start: Int, within offsets: Range<Int>) -> TableWindow {
        let start = max(min(start, offsets.upperBound - 1), offsets.lowerBound)
        var window = arrangement.window(fromOffset: start, size: max(min(size, offsets.upperBound - start), 1))
        guard !offsets.isEmpty else { return TableWindow(sections: [], arrangement: arrangement) }
        let end = start + window.rowCount
        if end >= offsets.upperBound { window.next = nil }
        window.previous =
            start > offsets.lowerBound
            ? arrangement.indexPath(forRowAtOffset: max(start - size, offsets.lowerBound)) : nil
        window.offset = start - offsets.lowerBound
        return window
    }
}
