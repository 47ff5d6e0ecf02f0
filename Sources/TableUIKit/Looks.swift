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
        /// The side of a text, and the cut of a long one. They have no effect: texts wrap.
        public var alignment = Alignment.natural, lineBreakMode = LineBreakMode.byTruncatingTail

        /// The side of a text. It has no effect.
        public enum Alignment: Sendable, Hashable { case natural, justified, center }
        /// The cut of a long text. It has no effect.
        public enum LineBreakMode: Sendable, Hashable { case byWordWrapping, byTruncatingTail, byTruncatingMiddle }
    }
}

extension CascadingTable.TableViewImage {
    /// A symbol of the system, which browsers do not have: nil. ``init(named:)`` shows a file of the public folder.
    public init?(systemName name: String) { return nil }
}

extension UITableViewController {
    /// The controller around this one. It is nil.
    public final var navigationController: UINavigationController? { nil }
}

/// The controller around another one. There is none: pages have addresses.
@TableActor
public final class UINavigationController {
    private init() {}

    /// The bar at the top.
    public let navigationBar = UINavigationBar()

    /// Hides the bar at the bottom. It has no effect.
    public func setToolbarHidden(_ hidden: Bool, animated: Bool) {}

    /// Shows another screen. It is not available.
    @available(*, unavailable, message: "Set cell.contents.link, or call tableView.navigate(to:).")
    public func pushViewController(_ controller: UITableViewController, animated: Bool) {}
}

/// The bar at the top of a page. It has no effect.
@TableActor
public final class UINavigationBar {
    /// A Boolean value that indicates whether titles are large. It has no effect.
    public var prefersLargeTitles = false
}

/// The place from which a question comes. There is none: the dialog is in the middle of the page.
@TableActor
public final class UIPopoverPresentationController {
    private init() {}

    /// The cell from which the question comes. It has no effect.
    public var sourceView: UITableViewCell?
    /// The button from which the question comes. It has no effect.
    public var sourceItem: Any?
}

/// The contents of a table without rows.
public struct UIContentUnavailableConfiguration: Sendable, Hashable {
    /// The title. Nil for none.
    public var text: String?
    /// The sentence below the title. Nil for none.
    public var secondaryText: String?
    /// The picture. Nil for none.
    public var image: UIImage?

    /// Returns an empty view.
    public static func empty() -> Self { Self() }
    /// Returns the view of a search that finds nothing.
    public static func search() -> Self { Self(text: "No Results") }
}

/// The state of a screen. Nothing is known of it.
public struct UIContentUnavailableConfigurationState: Sendable, Hashable {}
