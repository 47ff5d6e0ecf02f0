import CascadingTable
import FoundationEssentials
import TableTesting

extension TableDelegateQuestion {
    private static let query = TableQuery(search: "asked")
    private static let view = TableViewHeaderFooterView(title: "asked")

    /// The questions about a whole section.
    public static let aboutSections: [Self] = [
        section(
            .numberOfRows, fallback: .integer(0), own: { .integer($0.childDelegates.count) }, recorded: .integer(23)
        ) {
            .integer($0.tableView($1, numberOfRowsInSection: $2))
        },

        // Headers and footers
        section(
            .titleForHeader, fallback: .text(nil), own: { .text($0.headerTitle) }, recorded: .text("recorded header")
        ) {
            .text($0.tableView($1, titleForHeaderInSection: $2))
        },
        section(
            .titleForFooter, fallback: .text(nil), own: { .text($0.footerTitle) }, recorded: .text("recorded footer")
        ) {
            .text($0.tableView($1, titleForFooterInSection: $2))
        },
        section(
            .viewForHeader, fallback: .view(nil), own: { .view($0.headerView) },
            recorded: .view(.init(title: "recorded header view"))
        ) {
            .view($0.tableView($1, viewForHeaderInSection: $2))
        },
        section(
            .viewForFooter, fallback: .view(nil), own: { .view($0.footerView) },
            recorded: .view(.init(title: "recorded footer view"))
        ) {
            .view($0.tableView($1, viewForFooterInSection: $2))
        },

        // Display
        told(.willDisplayHeader) { $0.tableView($1, willDisplayHeaderView: view, forSection: $2) },
        told(.willDisplayFooter) { $0.tableView($1, willDisplayFooterView: view, forSection: $2) },
        told(.didEndDisplayingHeader) { $0.tableView($1, didEndDisplayingHeaderView: view, forSection: $2) },
        told(.didEndDisplayingFooter) { $0.tableView($1, didEndDisplayingFooterView: view, forSection: $2) },

        // Heights
        section(.heightForHeader, fallback: .height(0), own: { .height($0.headerHeight) }, recorded: .height(62)) {
            .height($0.tableView($1, heightForHeaderInSection: $2))
        },
        section(.heightForFooter, fallback: .height(0), own: { .height($0.footerHeight) }, recorded: .height(63)) {
            .height($0.tableView($1, heightForFooterInSection: $2))
        },
        section(.heightForEveryRow, fallback: .height(nil), own: { .height($0.rowHeight) }, recorded: .height(81)) {
            .height($0.tableView($1, heightForEveryRowInSection: $2))
        },

        // Moving
        section(.canMoveSection, fallback: .bool(false), own: { _ in .bool(false) }, recorded: .bool(true)) {
            .bool($0.tableView($1, canMoveSection: $2))
        },
        section(.moveSection) {
            try await $0.tableView($1, moveSection: $2, to: $2)
            return .nothing
        }
        .with { [.section($0.section), .section($0.section)] },

        // Creating
        section(
            .fieldsForCreating, fallback: .fields([]), own: { _ in .fields([]) },
            recorded: .fields([TableViewEditableField("recorded", label: "Recorded")])
        ) {
            .fields($0.tableView($1, fieldsForCreatingRowInSection: $2))
        },
        told(.createRow) { try await $0.tableView($1, createRowWith: ["name": "asked"], inSection: $2) }
            .with { [.values(["name": "asked"]), .section($0.section)] },

        // Identity
        section(
            .identifierForSection, fallback: .text(nil), own: { .text($0.identifier) },
            recorded: .text("recorded section")
        ) {
            .text($0.tableView($1, identifierForSection: $2))
        },

        // Sorting and searching
        section(.rowsMatching, fallback: .order(nil), own: { _ in .order(nil) }, recorded: .order([105, 106])) {
            .order($0.tableView($1, rowsInSection: $2, matching: query)?.known)
        }
        .with { [.section($0.section), .query(query)] },
    ]

    private static func told(
        _ method: TableDelegateCall.Method,
        tell: @escaping @TableActor @Sendable (any CascadingTableDelegate, TableView, Int) async throws -> Void
    ) -> Self {
        section(method) {
            try await tell($0, $1, $2)
            return .nothing
        }
        .with { [.view(view), .section($0.section)] }
    }
}

extension TableRowOrder {
    /// The rows, or nil if they must be awaited.
    fileprivate var known: [Int32]? {
        if case .rows(let rows) = self { rows } else { nil }
    }
}
