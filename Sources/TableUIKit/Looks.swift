public import CascadingTable
public import Foundation

// Colours and fonts, which are accepted without an effect: the theme decides. See docs/how-to/change-the-looks.md.

/// A colour. It has no effect.
public struct UIColor: Sendable, Hashable {
    /// The colours of texts and surfaces.
    public static let label = Self(), secondaryLabel = Self(), tertiaryLabel = Self(), tintColor = Self(),
        clear = Self()
    /// The colours of surfaces.
    public static let systemBackground = Self(), secondarySystemBackground = Self(), systemGroupedBackground = Self()
    /// The colours of the system.
    public static let systemRed = Self(), systemOrange = Self(), systemYellow = Self(), systemGreen = Self()
    /// The colours of the system.
    public static let systemBlue = Self(), systemIndigo = Self(), systemPurple = Self(), systemGray = Self()
    /// Colours by their names.
    public static let black = Self(), white = Self(), red = Self(), green = Self(), blue = Self(), gray = Self()
}

/// A font. It has no effect.
public struct UIFont: Sendable, Hashable {
    /// The use of a text.
    public enum TextStyle: Sendable, Hashable {
        case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1, caption2
    }
    /// The weight of letters.
    public enum Weight: Sendable, Hashable { case light, regular, medium, semibold, bold, heavy }

    /// Returns the font of a use.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
    /// Returns the font of a size.
    public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont { UIFont() }
    /// Returns the bold font of a size.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont() }
}

extension UIListContentConfiguration {
    /// The looks of a text or picture. They have no effect.
    public struct Properties: Sendable, Hashable {
        /// The colour. It has no effect.
        public var color = UIColor.label, tintColor: UIColor? = nil
        /// The font. It has no effect.
        public var font = UIFont()
        /// The number of lines. It has no effect: texts wrap.
        public var numberOfLines = 0
        /// The size of a picture. It has no effect.
        public var maximumSize = CGSize.zero, cornerRadius: CGFloat = 0
    }
}

extension TableViewCell {
    /// The colour behind the cell. It has no effect.
    public var backgroundColor: UIColor? {
        get { nil }
        set {}
    }

    /// The colour of controls. It has no effect.
    public var tintColor: UIColor? {
        get { nil }
        set {}
    }

    /// A control at the end of the row. It is not available.
    @available(*, unavailable, message: "Set accessoryType = .toggle(isOn:), or implement fieldsForEditingRowAt.")
    public var accessoryView: AnyObject? {
        get { nil }
        set {}
    }
}

extension CascadingTable.TableViewImage {
    /// A symbol of the system. It is not available.
    @available(*, unavailable, message: "Use UIImage(named:) with a file of your public folder.")
    public init?(systemName name: String) { nil }
}

extension UITableViewController {
    /// The controller around this one. It is not available.
    @available(*, unavailable, message: "Set cell.link to the address of the page, or call tableView.navigate(to:).")
    public final var navigationController: AnyObject? { nil }
}
