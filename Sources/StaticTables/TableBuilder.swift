public import CascadingTable

/// A result builder for sections and rows that supports `if`, `switch` and `for`.
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

/// A result builder that makes a header or footer from a title or a view. An empty block makes none.
@resultBuilder
public enum HeaderFooterBuilder {
    /// Returns a view that shows the title, or nil if the title is nil.
    public static func buildExpression(_ title: String?) -> TableViewHeaderFooterView? {
        title.map { TableViewHeaderFooterView(title: $0) }
    }
    /// Returns the view unchanged.
    public static func buildExpression(_ view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
    /// Returns nil for an empty block: there is no header or footer.
    public static func buildBlock() -> TableViewHeaderFooterView? { nil }
    /// Returns the view of the block's only statement.
    public static func buildBlock(_ view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
    /// Returns the view of an `if` without `else`, or nil if the condition is false.
    public static func buildOptional(_ view: TableViewHeaderFooterView??) -> TableViewHeaderFooterView? { view ?? nil }
    /// Returns the view of the first branch of an `if` or `switch`.
    public static func buildEither(first view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
    /// Returns the view of the other branch of an `if` or `switch`.
    public static func buildEither(second view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
}
