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

/// The cell of a row, to be filled in when the table asks for it. The page shows its contents as they are then.
@TableActor
public final class UITableViewCell {
    /// UIKit's name of the layout of a cell.
    public typealias CellStyle = TableViewCell.Style
    /// UIKit's name of the mark at the end of a cell.
    public typealias AccessoryType = TableViewCell.Accessory
    /// UIKit's name of the button that a row has in edit mode.
    public typealias EditingStyle = TableViewCell.EditingStyle
    /// The look of a selected cell. It has no effect: the theme decides.
    public enum SelectionStyle: Sendable, Hashable { case none, `default` }

    /// The cell as pages show it, for what UIKit has no name for, such as `contents.link` and `contents.fields`.
    public var contents: TableViewCell

    /// Creates a cell. The reuse identifier has no effect, because cells are not reused.
    ///
    /// - Parameters:
    ///   - style: The layout of the cell.
    ///   - reuseIdentifier: Any text.
    public init(style: CellStyle = .default, reuseIdentifier: String? = nil) { contents = TableViewCell(style: style) }

    /// Creates a cell as pages show it.
    public init(_ contents: TableViewCell) { self.contents = contents }

    /// The label of the title. It is never nil.
    public var textLabel: UILabel? {
        get { UILabel(text: contents.title) }
        set { contents.title = newValue?.text }
    }

    /// The label of the subtitle. It is never nil.
    public var detailTextLabel: UILabel? {
        get { UILabel(text: contents.subtitle) }
        set { contents.subtitle = newValue?.text }
    }

    /// The picture beside the title. It is never nil.
    public var imageView: UIImageView? {
        get { UIImageView(image: contents.image) }
        set { contents.image = newValue?.image }
    }

    /// The mark or control at the end of the row.
    public var accessoryType: AccessoryType {
        get { contents.accessory }
        set { contents.accessory = newValue }
    }

    /// The control at the end of the row, in place of ``accessoryType``. Nil for none.
    ///
    /// When a visitor presses it, the cell is made once more, and the actions of its control are performed. An action that
    /// holds its own control is never released; use `sender`.
    public var accessoryView: UISwitch?

    /// Returns the contents to fill in and to set as ``contentConfiguration``.
    public func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }

    /// The texts and the picture of the cell.
    ///
    /// If the configuration names no layout, a cell of the default style with a second text becomes one of the style
    /// `subtitle`.
    public var contentConfiguration: UIListContentConfiguration? {
        get {
            UIListContentConfiguration(
                text: contents.title, secondaryText: contents.subtitle, image: contents.image, style: contents.style)
        }
        set {
            (contents.title, contents.subtitle, contents.image) = (
                newValue?.text, newValue?.secondaryText, newValue?.image
            )
            if let named = newValue?.style {
                contents.style = named
            } else if contents.style == .default, contents.subtitle != nil {
                contents.style = .subtitle
            }
        }
    }

    /// The look of the selected cell. It has no effect. Set `allowsSelection`, or implement `shouldHighlightRowAt`.
    public var selectionStyle = SelectionStyle.default
    /// The colours behind the cell and of its controls. They have no effect: the theme decides.
    public var backgroundColor: UIColor?, tintColor: UIColor?
    /// A Boolean value that indicates whether a handle moves the row. It has no effect: rows that can be moved have one.
    public var showsReorderControl = false

    /// Returns the cell as pages show it, whose control the table presses.
    func shown(in tableView: TableView) -> TableViewCell {
        guard let accessoryView else {
            tableView.pressAccessory = nil
            return contents
        }
        tableView.pressAccessory = { accessoryView.press() }
        var shown = contents
        shown.accessory = .toggle(isOn: accessoryView.isOn)
        return shown
    }
}

@available(*, unavailable, message: "Cells are made when a page asks. Change your data, and call reloadRows.")
extension TableViewCell {
    /// The label of the title of a cell that is on the screen. It is not available.
    public var textLabel: UILabel? { nil }
    /// The label of the subtitle of a cell that is on the screen. It is not available.
    public var detailTextLabel: UILabel? { nil }
    /// The mark of a cell that is on the screen. It is not available.
    public var accessoryType: Accessory {
        get { .none }
        set {}
    }
}

extension TableViewHeaderFooterView {
    /// The texts and the picture of the header or footer.
    public var contentConfiguration: UIListContentConfiguration? {
        get { UIListContentConfiguration(text: title, secondaryText: subtitle, image: image) }
        set { (title, subtitle, image) = (newValue?.text, newValue?.secondaryText, newValue?.image) }
    }
}
