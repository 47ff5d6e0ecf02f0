/// How a manager shows headers and footers.
public struct TableViewConfiguration: Sendable, Hashable {
    public var sectionHeaderStyle = SupplementaryStyle.title
    public var sectionFooterStyle = SupplementaryStyle.title
    /// Whether a section without rows has a header.
    public var displayHeaderOnEmptySection = true
    /// Whether a section without rows has a footer.
    public var displayFooterOnEmptySection = true

    public init() {}

    /// What a header or footer is made of.
    public enum SupplementaryStyle: Sendable, Hashable {
        /// The model, which is a string.
        case title
        /// The view that is registered for the model.
        case view
    }
}
