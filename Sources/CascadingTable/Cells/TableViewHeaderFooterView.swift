/// What stands above or below a section, as data.
public struct TableViewHeaderFooterView: Sendable, Hashable {
    public var title: String?
    /// What is there beside the title; nil where that is nothing, as in most.
    private var rest: Rest?

    public init(
        title: String? = nil, subtitle: String? = nil, image: Image? = nil, fields: [Field] = [], link: String? = nil
    ) {
        self.title = title
        // Most have a title only, and are made for each page.
        let hasTitleOnly = subtitle == nil && image == nil && fields.isEmpty && link == nil
        rest = hasTitleOnly ? nil : Rest(Parts(subtitle: subtitle, image: image, fields: fields, link: link))
    }

    public var subtitle: String? {
        get { rest?.parts.subtitle }
        set { change { $0.subtitle = newValue } }
    }

    public var image: Image? {
        get { rest?.parts.image }
        set { change { $0.image = newValue } }
    }

    public var fields: [Field] {
        get { rest?.parts.fields ?? [] }
        set { change { $0.fields = newValue } }
    }

    /// Where the title leads, as a relative, `http` or `https` address.
    public var link: String? {
        get { rest?.parts.link }
        set { change { $0.link = newValue } }
    }

    private struct Parts: Sendable, Hashable {
        var subtitle: String?
        var image: Image?
        var fields: [Field] = []
        var link: String?
    }

    /// An object, so that a view is copied as fast as its title: each is, a few times for each page.
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
