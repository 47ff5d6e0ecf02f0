/// Writes down sections, or rows, one below the other, with `if`, `switch` and `for`.
@resultBuilder
public enum TableBuilder<Element> {
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Several that were made before.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    public static func buildEither(first part: [Element]) -> [Element] { part }
    public static func buildEither(second part: [Element]) -> [Element] { part }
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}

/// Makes a header or footer of a title or of a view, where there is one.
@resultBuilder
public enum HeaderFooterBuilder {
    public static func buildExpression(_ title: String?) -> TableViewHeaderFooterView? {
        title.map { TableViewHeaderFooterView(title: $0) }
    }
    public static func buildExpression(_ view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
    public static func buildBlock() -> TableViewHeaderFooterView? { nil }
    public static func buildBlock(_ view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
    public static func buildOptional(_ view: TableViewHeaderFooterView??) -> TableViewHeaderFooterView? { view ?? nil }
    public static func buildEither(first view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
    public static func buildEither(second view: TableViewHeaderFooterView?) -> TableViewHeaderFooterView? { view }
}
