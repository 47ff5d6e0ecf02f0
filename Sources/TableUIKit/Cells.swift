import CascadingTable
import Foundation

/// A label of a cell: its text.
public struct UILabel: Sendable, Hashable {
    /// The text of the label. Nil for none.
    public var text: String?
    /// The number of lines. It has no effect: texts wrap.
    public var numberOfLines = 1
}

/// The picture of a cell.
public struct UIImageView: Sendable, Hashable {
    /// The picture. Nil for none.
    public var image: UIImage?
}

/// The texts and the picture of a cell or header.
public struct UIListContentConfiguration: Sendable, Hashable {
    /// The title. Nil for none.
    public var text: String?
    /// The subtitle. Nil for none.
    public var secondaryText: String?
    /// The picture. Nil for none.
    public var image: UIImage?
    /// The looks of the texts and the picture. They have no effect: the theme decides.
    public var textProperties = Properties(), secondaryTextProperties = Properties(), imageProperties = Properties()
    fileprivate var style: TableViewCell.Style?

    /// A Boolean value that indicates whether both texts are on one line. It has no effect.
    public var prefersSideBySideTextAndSecondaryText = false

    /// Returns the contents of the header of a section.
    public static func groupedHeader() -> Self { Self() }
    /// Returns the contents of the header of a section.
    public static func plainHeader() -> Self { Self() }
    /// Returns the contents of a plain cell.
    public static func cell() -> Self { Self() }
    /// Returns the contents of a cell with the second text below the first.
    public static func subtitleCell() -> Self { Self(style: .subtitle) }
    /// Returns the contents of a cell with the second text at the end of the line.
    public static func valueCell() -> Self { Self(style: .value1) }
}

extension TableViewCell {
    /// Creates a cell. The reuse identifier has no effect, because cells are values.
    ///
    /// - Parameters:
    ///   - style: The layout of the cell.
    ///   - reuseIdentifier: Any text.
    public init(style: CellStyle, reuseIdentifier: String?) { self.init(style: style) }

    /// The label of the title. It is never nil.
    public var textLabel: UILabel? {
        get { UILabel(text: title) }
        set { title = newValue?.text }
    }

    /// The label of the subtitle. It is never nil.
    public var detailTextLabel: UILabel? {
        get { UILabel(text: subtitle) }
        set { subtitle = newValue?.text }
    }

    /// The picture beside the title. It is never nil.
    public var imageView: UIImageView? {
        get { UIImageView(image: image) }
        set { image = newValue?.image }
    }

    /// The mark or control at the end of the row.
    public var accessoryType: AccessoryType {
        get { accessory }
        set { accessory = newValue }
    }

    /// The look of the selected cell. It has no effect. Set `allowsSelection`, or implement
    /// `shouldHighlightRowAt`.
    public var selectionStyle: SelectionStyle {
        get { .default }
        set {}
    }

    /// Returns the contents to fill in and to set as ``contentConfiguration``.
    public func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }

    /// The texts and the picture of the cell.
    ///
    /// If the configuration names no layout, a cell of the default style with a second text becomes one of the style
    /// `subtitle`.
    public var contentConfiguration: UIListContentConfiguration? {
        get { UIListContentConfiguration(text: title, secondaryText: subtitle, image: image, style: style) }
        set {
            (title, subtitle, image) = (newValue?.text, newValue?.secondaryText, newValue?.image)
            if let named = newValue?.style {
                style = named
            } else if style == .default, subtitle != nil {
                style = .subtitle
            }
        }
    }
}

extension TableViewHeaderFooterView {
    /// The texts and the picture of the header or footer.
    public var contentConfiguration: UIListContentConfiguration? {
        get { UIListContentConfiguration(text: title, secondaryText: subtitle, image: image) }
        set { (title, subtitle, image) = (newValue?.text, newValue?.secondaryText, newValue?.image) }
    }
}
