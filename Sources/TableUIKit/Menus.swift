public import CascadingTable
import Foundation
import LocalizedMessages

// Buttons, menus and alerts.

/// An entry of a menu: a ``UIAction``, or a ``UIMenu`` with entries of its own.
public protocol UIMenuElement: Sendable {
    /// The title of the entry.
    var title: String { get }
}

/// An action of a menu, a bar button item or a control.
public struct UIAction: UIMenuElement {
    /// The look and the use of an action.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The attributes as bits.
        public let rawValue: Int
        /// Creates attributes from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The entry is left out.
        public static let disabled = Attributes(rawValue: 1)
        /// The entry is red. The visitor is asked for confirmation first.
        public static let destructive = Attributes(rawValue: 2)
        /// The entry is left out.
        public static let hidden = Attributes(rawValue: 4)
    }

    /// The mark of an entry: a tick for `on`, a dash for `mixed`.
    public enum State: String, Sendable, Hashable { case off = "", on = "✓ ", mixed = "– " }

    /// The title of the entry.
    public var title: String
    /// The picture in the entry. Nil for none.
    public var image: UIImage?
    /// The look and the use of the entry.
    public var attributes: Attributes
    /// The mark of the entry.
    public var state: State
    /// The control whose action it is. Nil for another action.
    public internal(set) var sender: UIControl?
    let handler: @TableActor @Sendable (UIAction) -> Void

    /// Creates an action. The identifier has no effect.
    public init(
        title: String = "", image: UIImage? = nil, identifier: String? = nil, attributes: Attributes = [],
        state: State = .off, handler: @escaping @TableActor @Sendable (UIAction) -> Void
    ) {
        (self.title, self.image, self.attributes, self.state) = (title, image, attributes, state)
        self.handler = handler
    }
}

/// A menu. The page shows the entries of a menu in a menu in its place, after its title.
public struct UIMenu: UIMenuElement {
    /// The look of a menu. It has no effect, but for `displayInline`, which leaves the title out.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int
        /// Creates options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The entries have no title of their menu.
        public static let displayInline = Options(rawValue: 1)
        /// The entries lose data. It has no effect: set it for the actions.
        public static let destructive = Options(rawValue: 2)
        /// One of the entries is chosen. It has no effect: set the state of the actions.
        public static let singleSelection = Options(rawValue: 4)
    }

    /// The title before the entries. Empty for none.
    public var title: String
    /// The look of the menu.
    public var options: Options
    /// The entries, in order.
    public var children: [any UIMenuElement]

    /// Creates a menu. The picture and the identifier have no effect.
    public init(
        title: String = "", image: UIImage? = nil, identifier: String? = nil, options: Options = [],
        children: [any UIMenuElement] = []
    ) {
        (self.title, self.options, self.children) = (title, options, children)
    }
}

extension UIMenuElement {
    /// The actions of the entry that can be performed, with their whole titles.
    fileprivate func actions(in menu: String = "") -> [UIAction] {
        switch self {
        case let menu as UIMenu:
            let title = menu.title.isEmpty || menu.options.contains(.displayInline) ? "" : "\(menu.title): "
            return menu.children.flatMap { $0.actions(in: title) }
        case var action as UIAction where action.attributes.isDisjoint(with: [.disabled, .hidden]):
            action.title = "\(action.state.rawValue)\(menu)\(action.title)"
            return [action]
        default: return []
        }
    }
}

extension UIAction {
    fileprivate var style: TableViewRowAction.Style { attributes.contains(.destructive) ? .destructive : .default }

    /// The identifier in the route of an action: the ASCII letters and digits of its title.
    static func identifier(of title: String) -> String {
        let letters = title.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return letters.isEmpty ? "action" : letters
    }
}

extension TableViewContextMenuConfiguration {
    /// Creates the context menu of a row.
    ///
    /// - Parameters:
    ///   - identifier: Any value. It has no effect.
    ///   - previewProvider: Nil. There are no previews.
    ///   - actionProvider: A closure that returns the menu. It gets no suggested entries.
    public init(
        identifier: (any Sendable)? = nil, previewProvider: (() -> Never)? = nil,
        actionProvider: ([any UIMenuElement]) -> UIMenu?
    ) {
        let menu = actionProvider([])
        let actions = menu?.children.flatMap { $0.actions() } ?? []
        self.init(
            title: menu?.title.isEmpty == false ? menu?.title : nil,
            actions: actions.map { action in
                TableViewRowAction(
                    id: UIAction.identifier(of: action.title), title: action.title, style: action.style,
                    image: action.image
                ) { _, _ in
                    action.handler(action)
                    return .keep
                }
            })
    }
}

/// A button at the top of the page. A button with a menu is a button for each of its entries.
@TableActor
public final class UIBarButtonItem {
    /// The buttons of the system. A space is not shown.
    public enum SystemItem: String, Sendable, Hashable {
        case done, cancel, edit, save, add, compose, reply, action, organize, search, refresh, trash, undo, redo, close
        case flexibleSpace, fixedSpace
    }

    /// The title of the button. Nil for the title of its action.
    public var title: String? { didSet { controller?.showBarButtons() } }
    /// A Boolean value that indicates whether the button is shown.
    public var isEnabled = true { didSet { controller?.showBarButtons() } }
    /// The action of the button. Nil for none.
    public var primaryAction: UIAction? { didSet { controller?.showBarButtons() } }
    /// The menu of the button. Nil for none.
    public var menu: UIMenu? { didSet { controller?.showBarButtons() } }
    /// The colour of the button. It has no effect.
    public var tintColor: UIColor?
    /// The controller whose page shows the button.
    weak var controller: UITableViewController?
    let isEditButton: Bool

    init(isEditButton: Bool) { self.isEditButton = isEditButton }

    /// Creates a button. The picture has no effect.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init(isEditButton: false)
        (self.title, self.primaryAction, self.menu) = (title, primaryAction, menu)
    }

    /// Creates a button of the system, with its English name as title.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init(title: systemItem.rawValue.capitalized, primaryAction: primaryAction, menu: menu)
    }

    /// Returns a space, which the page does not show.
    public static func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem() }

    /// The actions of the button, each with its title.
    fileprivate var actions: [UIAction] {
        guard isEnabled else { return [] }
        let own = primaryAction.map { action in
            var named = action
            named.title = title ?? action.title
            return named
        }
        let entries = menu.map { UIMenu(title: title ?? $0.title, children: $0.children) }
        return (own?.actions() ?? []) + (entries?.actions() ?? [])
    }
}

extension UITableViewController {
    /// Shows the buttons of the navigation item and of the toolbar at the top of the page.
    final func showBarButtons() {
        // The first use of the table calls `viewDidLoad`, which sets more buttons.
        let tableView = tableView
        let items =
            (navigationItem.leftBarButtonItems ?? []) + (navigationItem.rightBarButtonItems ?? [])
            + (toolbarItems ?? []) + (navigationItem.searchController.map { [$0.searchBar.scopes] } ?? [])
        for item in items { item.controller = self }
        tableView.appearance.showsEditButton = items.contains { $0.isEditButton && $0.isEnabled }
        var names: [String: Int] = [:]
        tableView.toolbar = items.flatMap(\.actions).map { action in
            let name = UIAction.identifier(of: action.title)
            names[name, default: 0] += 1
            let id = names[name] == 1 ? name : "\(name)\(names[name] ?? 0)"
            let title = action.title.isEmpty ? "Action" : action.title
            return TableViewToolbarAction(id: id, title: title, style: action.style) { _ in
                action.handler(action)
            }
        }
    }

    /// Shows the buttons at the top of the page. `animated` has no effect.
    public final func setToolbarItems(_ items: [UIBarButtonItem]?, animated: Bool) { toolbarItems = items }

    /// Asks the visitor of the current action a question, or tells something.
    ///
    /// The choice of the visitor performs the action again from its beginning. Then this method calls the handler of the
    /// choice, and does not ask. So change nothing before you present an alert. An alert whose buttons have no handlers is
    /// only told. Outside of an action, it has no effect. The completion is not called. Afterwards the alert has no actions;
    /// make another one.
    public final func present(_ alert: UIAlertController, animated: Bool, completion: (() -> Void)? = nil) {
        alert.present(in: tableView)
    }
}

/// A question about an action with its choices, or a sentence. The page shows it as a dialog.
@TableActor
public final class UIAlertController {
    /// The look of the question. It has no effect.
    public enum Style: Sendable, Hashable { case alert, actionSheet }

    /// The question. Nil for none.
    public var title: String?
    /// The sentences below the question. Nil for none.
    public var message: String?
    /// The choices, in order.
    public private(set) var actions: [UIAlertAction] = []

    /// Creates a question.
    public init(title: String?, message: String?, preferredStyle: Style) {
        (self.title, self.message) = (title, message)
    }

    /// Adds a choice.
    public func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// The fields of text above the choices, with what the visitor has entered when a handler is called. Nil for none.
    public private(set) var textFields: [UITextField]?

    /// Adds a field of text.
    ///
    /// - Parameter configurationHandler: A closure that fills in the field. Its placeholder becomes the label.
    public func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }

    /// The place from which the question comes. It has no effect.
    public var popoverPresentationController: UIPopoverPresentationController? { nil }

    fileprivate func present(in tableView: TableView) {
        // A handler often holds its alert, for the text fields.
        defer { actions = [] }
        let choices = actions.filter { $0.style != .cancel && $0.isEnabled }
        guard choices.contains(where: { $0.handler != nil }) else {
            let title = title.map { $0.last?.isPunctuation == false && message != nil ? "\($0)." : $0 }
            let text = [title, message].compactMap { $0 }.joined(separator: " ")
            return tableView.tell(LocalizedMessage(verbatim: text))
        }
        let question = TableViewQuestion(
            title ?? message ?? "", message: title == nil ? nil : message,
            fields: (textFields ?? []).enumerated().map { index, field in
                TableViewEditableField(
                    "\(index)", label: field.placeholder ?? title ?? "", value: field.text ?? "",
                    kind: field.isSecureTextEntry ? .password : .text)
            },
            choices: choices.map { .init($0.title ?? "", isDestructive: $0.style == .destructive) })
        do {
            let answer = try tableView.answer(to: question)
            for (index, field) in (textFields ?? []).enumerated() { field.text = answer.values["\(index)"] }
            choices[answer.choice].handler?(choices[answer.choice])
        } catch {
            tableView.refuse(error)
        }
    }
}

/// A choice of a ``UIAlertController``.
@TableActor
public final class UIAlertAction {
    /// The look of a choice. The page has its own button to cancel, which calls no handler.
    public enum Style: Sendable, Hashable { case `default`, cancel, destructive }

    /// The title of the button. Nil for none.
    public let title: String?
    /// The look of the choice.
    public let style: Style
    /// A Boolean value that indicates whether the choice is shown.
    public var isEnabled = true
    let handler: (@TableActor (UIAlertAction) -> Void)?

    /// Creates a choice.
    public init(title: String?, style: Style, handler: (@TableActor (UIAlertAction) -> Void)? = nil) {
        (self.title, self.style, self.handler) = (title, style, handler)
    }
}
