/// The contents of a header or footer, of a section or of the whole table, as data without markup.
public struct TableViewHeaderFooterView: Sendable, Hashable {
    /// The main text. Nil for no title.
    public var title: String?

    /// The secondary text, below the title. Nil for no subtitle.
    public var subtitle: String?

    /// The picture beside the title. Nil for no picture.
    public var image: TableViewImage?

    /// The named values. Default: none.
    public var fields: [Field]

    /// The address that the title leads to: relative, `http` or `https`. Nil for no link.
    public var link: String?

    /// The actions of the section, shown as buttons. Default: none.
    ///
    /// Headers and footers of sections have buttons. A view above, below or in place of all rows has none: its actions
    /// are ignored. For the whole table, use ``TableView/toolbar``.
    public var actions: [TableViewSectionAction]

    /// Creates the contents of a header or footer.
    ///
    /// - Parameters:
    ///   - title: The main text.
    ///   - subtitle: The secondary text, below the title.
    ///   - image: The picture beside the title.
    ///   - fields: The named values.
    ///   - destination: The address that the title leads to: relative, `http` or `https`.
    ///   - actions: The actions of the section.
    public init(
        title: String? = nil, subtitle: String? = nil, image: TableViewImage? = nil, fields: [Field] = [],
        to destination: String? = nil, actions: [TableViewSectionAction] = []
    ) {
        (self.title, self.subtitle, self.image) = (title, subtitle, image)
        (self.fields, link, self.actions) = (fields, destination, actions)
    }
}
