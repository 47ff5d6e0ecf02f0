/// One column of a table whose cells have the `columns` style.
public struct TableViewColumn: Sendable, Hashable {
    /// The name of the field that stands in this column.
    public var name: String
    /// The heading.
    public var title: String
    public var alignment: Alignment

    public init(_ name: String, title: String? = nil, alignment: Alignment = .leading) {
        self.name = name
        self.title = title ?? name
        self.alignment = alignment
    }

    public enum Alignment: String, Sendable, Hashable {
        case leading
        /// Numbers, so that their digits stand below each other.
        case trailing
    }
}
