/// The contents of a row, as data without markup. HTML, JSON and text are all written from the same cell.
///
/// ```swift
/// var cell = TableViewCell(style: .subtitle)
/// cell.title = "Sumatra"
/// cell.subtitle = "Earthy, low acidity"
/// cell.accessory = .disclosure
/// ```
///
/// A cell is a value. In UIKit, it is a view that is reused.
public struct TableViewCell: Sendable, Hashable {
    /// The layout of the cell.
    public var style: Style
    /// The main text of the row, inside its link or button. Nil for no title.
    ///
    /// In the `columns` style, it is shown only if the first field is null.
    public var title: String?
    /// The secondary text of the row. The style decides where it is shown. Nil for no subtitle.
    public var subtitle: String?
    /// The picture beside the title. Nil for no picture.
    public var image: TableViewImage?
    /// The address that the row leads to: relative, `http` or `https`.
    ///
    /// The title is then a link, instead of a button that selects the row. Default: nil.
    public var link: String?
    /// The named values of the row. In the `columns` style, they are in the order of the table's columns.
    public var fields: [Field]
    /// The mark or control at the end of the row. Default: `none`.
    public var accessory: Accessory
    /// A Boolean value that indicates whether the row can be used. Default: true.
    ///
    /// A disabled row is dimmed and has no buttons. Actions on it fail with the code `disabled`.
    public var isEnabled: Bool
}

extension TableViewCell {
    // The stored properties have a different order than these parameters, so that the memberwise initializer exists
    // as well. A structure of this size is copied once more if its properties are initialized one by one.

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - style: The layout of the cell.
    ///   - title: The main text of the row.
    ///   - subtitle: The secondary text of the row.
    ///   - image: The picture beside the title.
    ///   - fields: The named values of the row.
    ///   - accessory: The mark or control at the end of the row.
    ///   - isEnabled: Whether the row can be used.
    ///   - destination: The address that the row leads to: relative, `http` or `https`.
    public init(
        style: Style = .default, title: String? = nil, subtitle: String? = nil, image: TableViewImage? = nil,
        fields: [Field] = [], accessory: Accessory = .none, isEnabled: Bool = true, to destination: String? = nil
    ) {
        self.init(
            style: style, title: title, subtitle: subtitle, image: image, link: destination, fields: fields,
            accessory: accessory, isEnabled: isEnabled)
    }
}

extension TableViewCell {
    /// The layout of a cell: one of UIKit's four, `columns` for records, or a name of your own.
    ///
    /// Pages lay out your own style with the cell template of that name. Without a template, they use `default`.
    ///
    /// ```swift
    /// var cell = TableViewCell(style: "ticket", title: "Printer")
    /// ```
    public struct Style: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        /// The name of the style, in JSON and in the names of cell templates.
        public let rawValue: String

        /// Creates a style of your own.
        ///
        /// - Parameter rawValue: The name of the style.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a style of your own from its name.
        public init(stringLiteral name: String) {
            rawValue = name
        }

        /// The title, with the image before it.
        public static let `default` = Style(rawValue: "default")
        /// The title, with the subtitle below it.
        public static let subtitle = Style(rawValue: "subtitle")
        /// The title at the start of the line and the subtitle at its end.
        public static let value1 = Style(rawValue: "value1")
        /// A small title beside the subtitle.
        public static let value2 = Style(rawValue: "value2")
        /// Each field in the table column with its position.
        public static let columns = Style(rawValue: "columns")
    }

    /// The mark or control at the end of a row.
    public enum Accessory: Sendable, Hashable {
        /// No mark.
        case none
        /// An arrow, for a row that leads to another page.
        case disclosure
        /// A button that shows more about the row, and calls `accessoryButtonTappedForRowWith`.
        case detail
        /// A checkmark.
        case checkmark
        /// A switch that is on or off. Pressing it calls `accessoryButtonTappedForRowWith`.
        case toggle(isOn: Bool)

        /// The name of the accessory in JSON, such as `toggle`.
        public var name: String {
            switch self {
            case .none: "none"
            case .disclosure: "disclosure"
            case .detail: "detail"
            case .checkmark: "checkmark"
            case .toggle: "toggle"
            }
        }

        /// A Boolean value that indicates whether visitors press the accessory separately from the row.
        ///
        /// It is true for `detail` and `toggle`.
        public var isButton: Bool {
            switch self {
            case .none, .disclosure, .checkmark: false
            case .detail, .toggle: true
            }
        }
    }

    /// The button that a row has in edit mode.
    public enum EditingStyle: String, Sendable, Hashable {
        /// No button.
        case none
        /// A button that deletes the row, after a confirmation.
        case delete
        /// A button that inserts a row.
        case insert
    }
}

/// A picture in a cell, header or footer: its address, its description and its size.
public struct TableViewImage: Sendable, Hashable {
    /// The address of the picture: `http`, `https` or relative. A page leaves out a picture with any other address.
    public var source: String
    /// The text that screen readers read in place of the picture. Leave it empty for a decorative picture.
    public var description: String
    /// The size of the picture on pages.
    ///
    /// The page reserves the space before the picture is loaded. Default: `small`.
    public var size: Size

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - source: An `http`, `https` or relative address.
    ///   - description: The text that screen readers read; empty for a decorative picture.
    ///   - size: The size on pages.
    public init(source: String, description: String = "", size: Size = .small) {
        self.source = source
        self.description = description
        self.size = size
    }

    /// The size of a picture on pages.
    public enum Size: String, Sendable, Hashable {
        /// An icon that is one and a half lines high.
        case small
        /// A thumbnail that is two lines high.
        case medium
        /// A picture that makes its row higher. Above the table it is as wide as the theme's `--picture`.
        case large
    }
}
