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
