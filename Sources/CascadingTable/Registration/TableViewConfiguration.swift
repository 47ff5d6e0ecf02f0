/// The settings for how a manager shows headers and footers.
public struct TableViewConfiguration: Sendable, Hashable {
    /// The source of headers. The default is `.title`; registering a header sets it to `.view`.
    public var sectionHeaderStyle = SupplementaryStyle.title
    /// The source of footers. The default is `.title`; registering a footer sets it to `.view`.
    public var sectionFooterStyle = SupplementaryStyle.title
    /// A Boolean value that indicates whether a section without rows has a header. The default is true.
    public var displayHeaderOnEmptySection = true
    /// A Boolean value that indicates whether a section without rows has a footer. The default is true.
    public var displayFooterOnEmptySection = true

    /// Creates the default settings.
    public init() {}

    /// The source of a header or footer.
    public enum SupplementaryStyle: Sendable, Hashable {
        /// A title: the model, which must be a string.
        case title
        /// A view that is registered for the type of the model.
        case view
    }
}
