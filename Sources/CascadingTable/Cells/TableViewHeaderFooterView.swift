/// What stands above or below a section, as data.
public struct TableViewHeaderFooterView: Sendable, Hashable {
    public var title: String?
    public var subtitle: String?
    public var image: Image?
    public var fields: [Field]
    /// Where the title leads, as a relative, `http` or `https` address.
    public var link: String?

    public init(
        title: String? = nil, subtitle: String? = nil, image: Image? = nil, fields: [Field] = [], link: String? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.fields = fields
        self.link = link
    }
}
