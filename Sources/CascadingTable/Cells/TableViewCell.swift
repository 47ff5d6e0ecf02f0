/// What one row shows, as data and not as markup: every representation is written from the same cell.
///
/// ```swift
/// var cell = TableViewCell(style: .subtitle)
/// cell.title = "Sumatra"
/// cell.subtitle = "Earthy, low acidity"
/// cell.accessory = .disclosure
/// ```
public struct TableViewCell: Sendable, Hashable {
    /// The kind of the cell: it names the writer that lays the cell out.
    public var style: Style
    public var title: String?
    public var subtitle: String?
    public var image: Image?
    /// Where the row leads, as a relative, `http` or `https` address: the title becomes a link in place of the
    /// button that selects.
    public var link: String?
    /// Named values. In the `columns` style they stand in the order of the table's columns.
    public var fields: [Field]
    public var accessory: Accessory
    /// Whether the row can be used at all; one that cannot is shown dimmed, without buttons.
    public var isEnabled: Bool
}

extension TableViewCell {
    // The members are in another order than these arguments, so that there is an initializer of them all beside it:
    // a structure of this size that is made member by member is copied when it is done.

    public init(
        style: Style = .default, title: String? = nil, subtitle: String? = nil, image: Image? = nil,
        fields: [Field] = [], accessory: Accessory = .none, isEnabled: Bool = true, link: String? = nil
    ) {
        self.init(
            style: style, title: title, subtitle: subtitle, image: image, link: link, fields: fields,
            accessory: accessory, isEnabled: isEnabled)
    }
}

extension TableViewCell {
    /// A kind of cell: UIKit's four, and one for records whose fields stand under column headings.
    ///
    /// An own style is a name of its own; a representation that has no writer for it lays it out as `default`.
    public struct Style: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The title, and the image before it.
        public static let `default` = Style(rawValue: "default")
        /// The subtitle below the title.
        public static let subtitle = Style(rawValue: "subtitle")
        /// The title at the start and the subtitle at the end of the line.
        public static let value1 = Style(rawValue: "value1")
        /// A small title beside the subtitle.
        public static let value2 = Style(rawValue: "value2")
        /// Each field in the column of its place.
        public static let columns = Style(rawValue: "columns")
    }

    /// The mark at the end of the row.
    public enum Accessory: Sendable, Hashable {
        case none
        /// The row leads on to another page.
        case disclosure
        /// A button of its own that tells more about the row.
        case detail
        case checkmark
        /// A switch that is on or off.
        case toggle(isOn: Bool)

        public var name: String {
            switch self {
            case .none: "none"
            case .disclosure: "disclosure"
            case .detail: "detail"
            case .checkmark: "checkmark"
            case .toggle: "toggle"
            }
        }

        /// Whether it is pressed on its own, apart from its row.
        public var isButton: Bool {
            switch self {
            case .none, .disclosure, .checkmark: false
            case .detail, .toggle: true
            }
        }
    }

    /// What editing does to the row.
    public enum EditingStyle: String, Sendable, Hashable {
        case none
        case delete
        case insert
    }
}
