@_exported public import CascadingTable
@_exported public import Foundation

// UIKit's names for types of CascadingTable.

/// UIKit's name of a table.
public typealias UITableView = TableView
/// UIKit's name of a view in a header or footer. It is a value with a title, a subtitle and a picture.
public typealias UIView = TableViewHeaderFooterView
/// UIKit's name of a header or footer.
public typealias UITableViewHeaderFooterView = TableViewHeaderFooterView
/// UIKit's name of the actions at one end of a row.
public typealias UISwipeActionsConfiguration = TableViewSwipeActionsConfiguration
/// UIKit's name of the context menu of a row.
public typealias UIContextMenuConfiguration = TableViewContextMenuConfiguration
/// UIKit's name of a picture, which is an address here.
public typealias UIImage = CascadingTable.TableViewImage

extension TableView {
    /// UIKit's name of the arrangement of rows.
    public typealias Style = TableViewAppearance.Style

    /// The place of a row on the screen. It has no effect: each visitor scrolls a page of their own.
    public enum ScrollPosition: Sendable, Hashable { case none, top, middle, bottom }

    /// The way in which scrolling hides a keyboard. It has no effect.
    public enum KeyboardDismissMode: Sendable, Hashable { case none, onDrag, interactive }

    /// The lines between rows. It has no effect: the theme decides.
    public enum SeparatorStyle: Sendable, Hashable { case none, singleLine }
}

extension TableViewAppearance.Style {
    /// A card with round corners for each section: `insetGrouped`.
    public static var grouped: Self { .insetGrouped }
}

extension TableViewCell.Accessory {
    /// An arrow: `disclosure`.
    public static var disclosureIndicator: Self { .disclosure }
    /// A button that shows more about the row: `detail`.
    public static var detailButton: Self { .detail }
    /// A button that shows more about the row: `detail`, without the arrow.
    public static var detailDisclosureButton: Self { .detail }
}

extension CascadingTable.TableViewImage {
    /// Creates a picture from the name of a file in the public folder. It is never nil.
    public init?(named name: String) { self.init(source: "/\(name)") }
}

@available(*, unavailable, message: "Implement fieldsForEditingRowAt: its form has numbers with limits.")
/// A control that steps a number. It is not available.
public final class UIStepper {}

@available(*, unavailable, message: "Implement fieldsForEditingRowAt: its form has numbers with limits.")
/// A control that slides to a number. It is not available.
public final class UISlider {}

/// A field of text of a ``UIAlertController``.
@TableActor
public final class UITextField {
    /// The text of the field. Nil for none.
    public var text: String?
    /// The label of the field. Nil for the title of the alert.
    public var placeholder: String?
    /// A Boolean value that indicates whether the text is a password, which the dialog does not show. Default: false.
    public var isSecureTextEntry = false
    /// The keys of a keyboard on the screen. They have no effect.
    public var keyboardType = UIKeyboardType.default, autocapitalizationType = UITextAutocapitalizationType.sentences
}

/// The keys of a keyboard on the screen. They have no effect.
public enum UIKeyboardType: Sendable, Hashable {
    case `default`, asciiCapable, URL, numberPad, emailAddress, decimalPad
}

/// The capital letters that a keyboard writes by itself. They have no effect.
public enum UITextAutocapitalizationType: Sendable, Hashable { case none, words, sentences, allCharacters }
