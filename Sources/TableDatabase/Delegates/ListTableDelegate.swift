package import CascadingTable
import FoundationEssentials

/// The list of a database's tables in one section and its views in another.
package final class ListTableDelegate: CascadingRootTableDelegate, LiveTable {
    /// Reads all items. The argument says whether counting the rows may take longer and wait for other reads.
    package typealias Reader = @Sendable (_ isLong: Bool) async throws -> [ListItem]

    private let read: Reader
    /// A Boolean value that indicates whether rows that were not counted are counted after the list is shown.
    private let countsLater: Bool
    private var shown: [ListItem]?
    /// The task that counts the rows of tables that were not counted before the list was shown.
    private var counting: Task<Void, any Error>?

    private let statements: [StatementLink]

    /// - Parameters:
    ///   - countsLater: Whether rows that were not counted are counted after the list is shown. Default: true.
    ///   - statements: The links to pages of statements. Default: none.
    ///   - read: Reads all items.
    package init(countsLater: Bool = true, statements: [StatementLink] = [], _ read: @escaping Reader) {
        (self.countsLater, self.statements, self.read) = (countsLater, statements, read)
        super.init()
    }

    deinit {
        counting?.cancel()
    }

    package func load() async throws {
        counting?.cancel()
        counting = nil
        let items = try await read(false)
        show(items)
        guard countsLater, items.contains(where: { $0.link != nil && $0.count == nil }) else { return }
        counting = Task { [weak self, read] in
            let items = try await read(true)
            try Task.checkCancellation()
            self?.show(items)
        }
    }

    private func show(_ items: [ListItem]) {
        guard items != shown else { return }
        shown = items
        let hasComments = items.contains { $0.comment != nil }
        let sections = [("Tables", items.filter { !$0.isView }), ("Views", items.filter(\.isView))]
        childDelegates = sections.filter { !$0.1.isEmpty }.map { title, items in
            let rows = items.map { ListRowDelegate(item: $0, hasComment: hasComments) }
            let section = ListSectionDelegate(title, rows: rows)
            section.columns = [
                TableViewColumn("name", title: "Name"),
                TableViewColumn("columns", title: "Columns"),
                TableViewColumn("rows", title: "Rows", alignment: .trailing, numberFormat: .grouped),
            ]
            if hasComments { section.columns.append(TableViewColumn("comment", title: "Comment")) }
            return section
        }
        if !statements.isEmpty { childDelegates.append(StatementsSectionDelegate(statements)) }
        tableView?.reloadData()
    }
}

/// A link to the page of a statement.
package struct StatementLink: Sendable, Hashable {
    package var name: String
    /// The sentences about it; empty for none.
    package var comment: String
    package var link: String

    package init(name: String, comment: String = "", link: String) {
        (self.name, self.comment, self.link) = (name, comment, link)
    }
}

/// The section of statements.
private final class StatementsSectionDelegate: CascadingSectionTableDelegate {
    init(_ statements: [StatementLink]) {
        super.init(childDelegates: statements.map(StatementRowDelegate.init))
        headerTitle = "Queries"
        columns = [TableViewColumn("name", title: "Name"), TableViewColumn("comment", title: "Comment")]
    }

    override var identifier: String { "queries" }
}

/// A statement in the list.
private final class StatementRowDelegate: CascadingBareTableDelegate {
    private let statement: StatementLink

    init(_ statement: StatementLink) {
        self.statement = statement
        super.init()
    }

    // The names of tables cannot be like this.
    override var identifier: String { "/\(statement.link)" }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns, title: statement.name,
            fields: [
                Field("name", .text(statement.name)),
                Field("comment", statement.comment.isEmpty ? .null : .text(statement.comment)),
            ], accessory: .disclosure, to: statement.link)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        tableView.navigate(to: statement.link)
    }
}

/// The information that the list shows about a table or view.
package struct ListItem: Sendable, Hashable {
    package var name: String
    /// The identifier of the row in the list.
    package var segment: String
    package var isView: Bool
    /// The link to the rows; nil for a table that cannot be read.
    package var link: String?
    /// The names of its columns, or the reason why it cannot be read.
    package var summary: String
    /// The number of rows, or nil if it cannot be read or was not counted in time.
    package var count: Int?
    /// The description that the database stores with it.
    package var comment: String?

    package init(
        name: String, segment: String, isView: Bool, link: String? = nil, summary: String = "", count: Int? = nil,
        comment: String? = nil
    ) {
        (self.name, self.segment, self.isView) = (name, segment, isView)
        (self.link, self.summary, self.count, self.comment) = (link, summary, count, comment)
    }
}

/// The section of the tables or of the views.
private final class ListSectionDelegate: CascadingSectionTableDelegate {
    private let title: String

    init(_ title: String, rows: [ListRowDelegate]) {
        self.title = title
        super.init(childDelegates: rows)
        headerTitle = title
    }

    override var identifier: String { title.lowercased() }
}

/// A table or view in the list, with a link to its rows.
private final class ListRowDelegate: CascadingBareTableDelegate {
    private let item: ListItem
    private let hasComment: Bool

    init(item: ListItem, hasComment: Bool) {
        (self.item, self.hasComment) = (item, hasComment)
        super.init()
    }

    override var identifier: String { item.segment }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let name = item.name.isEmpty ? "(no name)" : item.name
        return TableViewCell(
            style: .columns, title: name,
            fields: [
                Field("name", .text(name)),
                Field("columns", .text(item.summary)),
                Field("rows", item.count.map { .integer(Int64($0)) } ?? .null),
            ] + (hasComment ? [Field("comment", item.comment.map { .text($0) } ?? .null)] : []),
            accessory: item.link == nil ? .none : .disclosure, to: item.link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        item.link != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = item.link { tableView.navigate(to: link) }
    }
}
