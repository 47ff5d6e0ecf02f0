/// The contents of a header or footer, of a section or of the whole table, as data without markup.
public struct TableViewHeaderFooterView: Sendable, Hashable {
    /// The main text. Nil for no title.
    public var title: String?
    /// Everything except the title; nil if only the title is set.
    private var rest: Rest?

    /// Creates the contents of a header or footer.
    ///
    /// - Parameters:
    ///   - title: The main text.
    ///   - subtitle: The secondary text, below the title.
    ///   - image: The picture beside the title.
    ///   - fields: The named values.
    ///   - destination: The address that the title leads to: relative, `http` or `https`.
    public init(
        title: String? = nil, subtitle: String? = nil, image: Image? = nil, fields: [Field] = [],
        to destination: String? = nil
    ) {
        self.title = title
        // Most headers have only a title, and they are created again for each page.
        let hasTitleOnly = subtitle == nil && image == nil && fields.isEmpty && destination == nil
        rest = hasTitleOnly ? nil : Rest(Parts(subtitle: subtitle, image: image, fields: fields, link: destination))
    }

    /// Creates the contents of a header or footer with buttons.
    ///
    /// - Parameters:
    ///   - title: The main text.
    ///   - subtitle: The secondary text, below the title.
    ///   - image: The picture beside the title.
    ///   - fields: The named values.
    ///   - destination: The address that the title leads to: relative, `http` or `https`.
    ///   - actions: The actions of the section.
    public init(
        title: String? = nil, subtitle: String? = nil, image: Image? = nil, fields: [Field] = [],
        to destination: String? = nil, actions: [TableViewSectionAction]
    ) {
        self.init(title: title, subtitle: subtitle, image: image, fields: fields, to: destination)
        self.actions = actions
    }

    /// The secondary text, below the title. Nil for no subtitle.
    public var subtitle: String? {
        get { rest?.parts.subtitle }
        set { change { $0.subtitle = newValue } }
    }

    /// The picture beside the title. Nil for no picture.
    public var image: Image? {
        get { rest?.parts.image }
        set { change { $0.image = newValue } }
    }

    /// The named values. Default: none.
    public var fields: [Field] {
        get { rest?.parts.fields ?? [] }
        set { change { $0.fields = newValue } }
    }

    /// The address that the title leads to: relative, `http` or `https`. Nil for no link.
    public var link: String? {
        get { rest?.parts.link }
        set { change { $0.link = newValue } }
    }

    /// The actions of the section, shown as buttons. Default: none.
    ///
    /// Headers and footers of sections have buttons. A view above, below or in place of all rows has none: its actions
    /// are ignored. For the whole table, use ``TableView/toolbar``.
    public var actions: [TableViewSectionAction] {
        get { rest?.parts.actions ?? [] }
        set { change { $0.actions = newValue } }
    }

    private struct Parts: Sendable, Hashable {
        var subtitle: String?
        var image: Image?
        var fields: [Field] = []
        var link: String?
        var actions: [TableViewSectionAction] = []
    }

    /// Everything except the title, as one object, so that copying a view is as fast as copying its title.
    private final class Rest: Sendable, Hashable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }

        static func == (one: Rest, other: Rest) -> Bool { one === other || one.parts == other.parts }

        func hash(into hasher: inout Hasher) { hasher.combine(parts) }
    }

    private mutating func change(_ body: (inout Parts) -> Void) {
        var parts = rest?.parts ?? Parts()
        body(&parts)
        rest = parts == Parts() ? nil : Rest(parts)
    }
}
