import Bytes
package import CascadingTable
import Essentials

/// The list of a database's tables in one section, its views in another, and its full-text indexes in a third.
package final class ListTableDelegate: CascadingRootTableDelegate, LiveTable {
    /// Reads all items. The argument says whether counting the rows may take longer and wait for other reads.
    package typealias Reader = @Sendable (_ isLong: Bool) async throws -> (items: [ListItem], size: Int?)

    private let read: Reader
    /// A Boolean value that indicates whether rows that were not counted are counted after the list is shown.
    private let countsLater: Bool
    private var shown: (items: [ListItem], size: Int?)?
    /// The task that counts the rows of tables that were not counted before the list was shown.
    private var counting: Task<Void, any Error>?

    private let statements: [StatementLink]
    private let views: (any ViewStore)?
    private var shownViews: [NamedView] = []

    /// - Parameters:
    ///   - countsLater: Whether rows that were not counted are counted after the list is shown. Default: true.
    ///   - statements: The links to pages of statements. Default: none.
    ///   - views: The views that visitors keep. Default: none.
    ///   - read: Reads all items.
    package init(
        countsLater: Bool = true, statements: [StatementLink] = [], views: (any ViewStore)? = nil,
        _ read: @escaping Reader
    ) {
        (self.countsLater, self.statements, self.views, self.read) = (countsLater, statements, views, read)
        super.init()
    }

    deinit {
        counting?.cancel()
    }

    package func load() async throws {
        counting?.cancel()
        counting = nil
        let found = try await read(false)
        // Another table of the name is no table of views.
        show(found, try? await views?.views())
        guard countsLater, found.items.contains(where: { $0.link != nil && $0.count == nil }) else { return }
        counting = Task { [weak self, read] in
            let found = try await read(true)
            try Task.checkCancellation()
            self?.show(found)
        }
    }

    package override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        tableView.hosting.inventory = inventory
    }

    private func show(_ found: (items: [ListItem], size: Int?), _ views: [NamedView]? = nil) {
        let views = views ?? shownViews
        guard found.items != shown?.items || found.size != shown?.size || views != shownViews else { return }
        (shown, shownViews) = (found, views)
        let (saved, defaults) = (views.filter { !$0.isDefault }, views.filter(\.isDefault).map(\.address))
        let items = found.items.map { item in
            var item = item
            item.link = item.link.map { link in defaults.first { $0.hasPrefix(link) } ?? link }
            return item
        }
        let sections = ListItem.Kind.allCases.map { kind in (kind, items.filter { $0.kind == kind }) }
        let columns = Self.columns(of: items)
        childDelegates = sections.filter { !$0.1.isEmpty }.map { kind, items in
            let section = ListSectionDelegate(kind, rows: items.map { ListRowDelegate(item: $0, columns: columns) })
            section.columns = columns
            return section
        }
        for (identifier, title, links) in [
            ("saved-views", "Saved views", saved.map { StatementLink($0) }), ("queries", "Queries", statements),
        ] where !links.isEmpty {
            childDelegates.append(LinksSectionDelegate(identifier, title, links, columns))
        }
        tableView?.hosting.inventory = inventory
        tableView?.reloadData()
    }

    private var inventory: TableHosting.Inventory? {
        shown.map { items, size in
            .init(tables: items.count { $0.kind == .table }, views: items.count { $0.kind == .view }, size: size)
        }
    }

    /// Returns the columns of the list. Those that no item has a value for are left out.
    private static func columns(of items: [ListItem]) -> [TableViewColumn] {
        var columns = [
            TableViewColumn("name", title: "Name"),
            TableViewColumn("rows", title: "Rows", alignment: .trailing, numberFormat: .grouped),
            TableViewColumn("columns", title: "Columns"),
        ]
        if items.contains(where: { !$0.key.isEmpty }) { columns.append(TableViewColumn("key", title: "Key")) }
        if items.contains(where: { !$0.indexes.isEmpty }) {
            columns.append(TableViewColumn("indexes", title: "Indexes"))
        }
        if items.contains(where: { $0.comment != nil }) { columns.append(TableViewColumn("comment", title: "Comment")) }
        return columns
    }
}

/// The section of statements, or of views.
private final class LinksSectionDelegate: CascadingSectionTableDelegate {
    private let name: String

    init(_ name: String, _ title: String, _ links: [StatementLink], _ columns: [TableViewColumn]) {
        self.name = name
        super.init(childDelegates: links.map { StatementRowDelegate($0, columns) })
        headerTitle = title
        self.columns = columns
    }

    override var identifier: String { name }
}

extension StatementLink {
    /// Creates the link of a view that visitors keep.
    fileprivate init(_ view: NamedView) {
        let query = String(view.query.prefix(200)).replacing("&", with: ", ")
        self.init(
            name: view.name, comment: "\(view.table): \(PercentCoding.decode(query.utf8, plusIsSpace: true) ?? query)",
            link: view.address)
    }
}

extension NamedView {
    fileprivate var isDefault: Bool { name == Self.defaultName }

    /// The path that leads to the rows of the view, below that of the list.
    fileprivate var address: String { ByteWriter.text { $0.urlComponent(table) } + "/\(path)" }
}

/// A statement in the list.
private final class StatementRowDelegate: CascadingBareTableDelegate {
    private let statement: StatementLink
    private let columns: [TableViewColumn]

    init(_ statement: StatementLink, _ columns: [TableViewColumn]) {
        (self.statement, self.columns) = (statement, columns)
        super.init()
    }

    // The names of tables cannot be like this.
    override var identifier: String { "/\(statement.link)" }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let fields = columns.map { column in
            // The sentences about it stand where tables have their columns.
            let text = ["name": statement.name, "columns": statement.comment][column.name] ?? ""
            return Field(column.name, text.isEmpty ? .null : .text(text))
        }
        return TableViewCell(
            style: .columns, title: statement.name, fields: fields, accessory: .disclosure, to: statement.link)
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
    package var kind: Kind
    /// The link to the rows; nil for a table that cannot be read.
    package var link: String?
    /// The names of its columns, or the reason why it cannot be read.
    package var summary: String
    /// The columns of the primary key, such as `id`; empty if there is none.
    package var key = ""
    /// The columns of each index, such as `origin, dest; name (full text)`; empty if there are none.
    package var indexes = ""
    /// The number of rows, or nil if it cannot be read or was not counted in time.
    package var count: Int?
    /// The description that the database stores with it.
    package var comment: String?

    package init(
        name: String, segment: String, kind: Kind, link: String? = nil, summary: String = "", count: Int? = nil,
        comment: String? = nil
    ) {
        (self.name, self.segment, self.kind) = (name, segment, kind)
        (self.link, self.summary, self.count, self.comment) = (link, summary, count, comment)
    }

    /// The sections of the list, in their order.
    package enum Kind: String, Sendable, CaseIterable {
        case table = "Tables"
        case view = "Views"
        /// A virtual table that is a full-text index of another table. With scripts, pages show its section closed.
        case fullTextIndex = "Full-text indexes"
    }
}

/// A section of the list.
private final class ListSectionDelegate: CascadingSectionTableDelegate {
    private let kind: ListItem.Kind

    init(_ kind: ListItem.Kind, rows: [ListRowDelegate]) {
        self.kind = kind
        super.init(childDelegates: rows)
        headerTitle = kind.rawValue
    }

    override var identifier: String { kind.rawValue.lowercased() }
}

/// A table or view in the list, with a link to its rows.
private final class ListRowDelegate: CascadingBareTableDelegate {
    private let item: ListItem
    private let columns: [TableViewColumn]

    init(item: ListItem, columns: [TableViewColumn]) {
        (self.item, self.columns) = (item, columns)
        super.init()
    }

    override var identifier: String { item.segment }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let name = item.name.isEmpty ? "(no name)" : item.name
        let fields = columns.map { column in
            let value: FieldValue? =
                switch column.name {
                case "name": .text(name)
                case "rows": item.count.map { .integer(Int64($0)) }
                case "columns": .text(item.summary)
                case "key": item.key.isEmpty ? nil : .text(item.key)
                case "indexes": item.indexes.isEmpty ? nil : .text(item.indexes)
                default: item.comment.map { .text($0) }
                }
            return Field(column.name, value ?? .null)
        }
        return TableViewCell(
            style: .columns, title: name, fields: fields, accessory: item.link == nil ? .none : .disclosure,
            to: item.link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        item.link != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = item.link { tableView.navigate(to: link) }
    }
}
