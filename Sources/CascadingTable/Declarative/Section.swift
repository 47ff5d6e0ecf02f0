/// A section of a ``StaticTable``: its rows, and what stands above and below them.
///
/// ```swift
/// Section("Fruit") {
///     Row("Apple")
///     for name in names { Row(name) }
/// } footer: {
///     "Sorted by taste"
/// }
/// ```
public struct Section {
    /// Names the section, unique in its table; without one it goes by its header's title and its place among the
    /// sections of that title.
    public var id: String?
    public var header: TableViewHeaderFooterView?
    public var footer: TableViewHeaderFooterView?
    /// Its entry in the index beside the table.
    public var indexTitle: String?
    public var rows: [any StaticRow]

    public init(
        id: String? = nil, header: TableViewHeaderFooterView? = nil, footer: TableViewHeaderFooterView? = nil,
        indexTitle: String? = nil, rows: [any StaticRow] = []
    ) {
        self.id = id
        self.header = header
        self.footer = footer
        self.indexTitle = indexTitle
        self.rows = rows
    }

    public init(
        _ title: String? = nil, id: String? = nil, indexTitle: String? = nil,
        @TableBuilder<any StaticRow> rows: () -> [any StaticRow],
        @HeaderFooterBuilder footer: () -> TableViewHeaderFooterView? = { nil }
    ) {
        self.init(
            id: id, header: title.map { TableViewHeaderFooterView(title: $0) }, footer: footer(),
            indexTitle: indexTitle, rows: rows())
    }

    /// A section under a view of its own.
    public init(
        id: String? = nil, indexTitle: String? = nil,
        @TableBuilder<any StaticRow> rows: () -> [any StaticRow],
        @HeaderFooterBuilder header: () -> TableViewHeaderFooterView?,
        @HeaderFooterBuilder footer: () -> TableViewHeaderFooterView? = { nil }
    ) {
        self.init(id: id, header: header(), footer: footer(), indexTitle: indexTitle, rows: rows())
    }
}
