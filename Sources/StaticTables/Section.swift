public import CascadingTable

/// A section of a ``StaticTable``: its rows, its header and its footer.
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
    /// The identifier of the section, unique in its table, or nil to derive one from the header's title.
    ///
    /// A number is appended if several sections would have equal identifiers.
    public var id: String?
    /// The view above the rows, or nil for no header.
    public var header: TableViewHeaderFooterView?
    /// The view below the rows, or nil for no footer.
    public var footer: TableViewHeaderFooterView?
    /// The section's entry in the index beside the table, or nil for no entry.
    public var indexTitle: String?
    /// The rows of the section, from top to bottom, including the hidden ones.
    public var rows: [any StaticRow]

    /// Creates a section from an array of rows.
    ///
    /// - Parameters:
    ///   - id: The identifier, unique in the table, or nil to derive one from the header's title.
    ///   - header: The view above the rows, or nil.
    ///   - footer: The view below the rows, or nil.
    ///   - indexTitle: The section's entry in the index, or nil.
    ///   - rows: The rows, from top to bottom.
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

    /// Creates a section with a title as its header.
    ///
    /// - Parameters:
    ///   - title: The title above the rows, or nil for no header.
    ///   - id: The identifier, unique in the table, or nil to derive one from the title.
    ///   - indexTitle: The section's entry in the index, or nil.
    ///   - rows: A closure that builds the rows.
    ///   - footer: A closure that builds the footer from a title or a view. By default there is no footer.
    public init(
        _ title: String? = nil, id: String? = nil, indexTitle: String? = nil,
        @TableBuilder<any StaticRow> rows: () -> [any StaticRow],
        @TableBuilder<TableViewHeaderFooterView> footer: () -> [TableViewHeaderFooterView] = { [] }
    ) {
        self.init(
            id: id, header: title.map { TableViewHeaderFooterView(title: $0) }, footer: footer().first,
            indexTitle: indexTitle, rows: rows())
    }

    /// Creates a section with a custom header view.
    ///
    /// - Parameters:
    ///   - id: The identifier, unique in the table, or nil to derive one from the header's title.
    ///   - indexTitle: The section's entry in the index, or nil.
    ///   - rows: A closure that builds the rows.
    ///   - header: A closure that builds the header from a title or a view.
    ///   - footer: A closure that builds the footer from a title or a view. By default there is no footer.
    public init(
        id: String? = nil, indexTitle: String? = nil,
        @TableBuilder<any StaticRow> rows: () -> [any StaticRow],
        @TableBuilder<TableViewHeaderFooterView> header: () -> [TableViewHeaderFooterView],
        @TableBuilder<TableViewHeaderFooterView> footer: () -> [TableViewHeaderFooterView] = { [] }
    ) {
        self.init(id: id, header: header().first, footer: footer().first, indexTitle: indexTitle, rows: rows())
    }
}

/// A result builder for sections, rows, and a header or footer. It supports `if`, `switch` and `for`.
///
/// A header or footer is a title or a view. An empty block makes none.
@resultBuilder
public enum TableBuilder<Element> {
    /// Returns an array that contains one element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Returns an array of elements unchanged, so that a builder can contain an existing array.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Returns the elements of all statements of a block, in order.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
    /// Returns the elements of an `if` without `else`, or an empty array if the condition is false.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// Returns the elements of the first branch of an `if` or `switch`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Returns the elements of the other branch of an `if` or `switch`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Returns the elements of all iterations of a `for` loop, in order.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}

extension TableBuilder<TableViewHeaderFooterView> {
    /// Returns a view that shows the title, or no view if the title is nil.
    public static func buildExpression(_ title: String?) -> [TableViewHeaderFooterView] {
        title.map { [TableViewHeaderFooterView(title: $0)] } ?? []
    }
    /// Returns the view, or no view for nil.
    public static func buildExpression(_ view: TableViewHeaderFooterView?) -> [TableViewHeaderFooterView] {
        view.map { [$0] } ?? []
    }
}
