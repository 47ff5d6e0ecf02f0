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
