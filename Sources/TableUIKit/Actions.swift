import Bytes
public import CascadingTable
import Foundation
import LocalizedMessages
import Synchronization

/// An action at one end of a row, with UIKit's handler.
@TableActor
public final class UIContextualAction {
    /// The look of an action.
    public enum Style: Sendable, Hashable {
        /// A normal button.
        case normal
        /// A red button. The visitor is asked for confirmation first.
        case destructive
    }

    /// The title of the button. Nil for none.
    public var title: String?
    /// The picture in the button. Nil for none.
    public var image: UIImage?
    /// The colour of the button. It has no effect: the theme decides.
    public var backgroundColor: UIColor?
    /// The look of the action.
    public let style: Style
    /// The closure that performs the action. It receives the action, the table, and the closure to call with the success.
    ///
    /// The response waits until the completion is called, also from a `Task`, or is released without a call. If it is
    /// called with false, the visitor sees that the action failed. The time limit of actions applies.
    public let handler: @TableActor @Sendable (UIContextualAction, TableView, @escaping (Bool) -> Void) -> Void

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - style: The look of the action.
    ///   - title: The title of the button. The identifier in the action's route is made of its ASCII letters.
    ///   - handler: The closure that performs the action.
    public init(
        style: Style, title: String?,
        handler: @escaping @TableActor @Sendable (UIContextualAction, TableView, @escaping (Bool) -> Void) -> Void
    ) {
        (self.style, self.title, self.handler) = (style, title, handler)
    }

    fileprivate var rowAction: TableViewRowAction {
        TableViewRowAction(
            id: UIAction.identifier(of: title ?? ""), title: title ?? "",
            style: style == .destructive ? .destructive : .default, image: image
        ) { tableView, _ in
            let isDone = await withCheckedContinuation { continuation in
                let completion = Completion(continuation)
                self.handler(self, tableView) { completion.end($0) }
            }
            guard isDone else { throw TableViewError(.vetoed, "\(self.title ?? "") is not possible.") }
            return .keep
        }
    }
}

/// The completion of an action. Only its first call counts.
private final class Completion: Sendable {
    private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = Mutex(continuation) }

    func end(_ isDone: Bool) { continuation.locked { $0.take() }?.resume(returning: isDone) }

    deinit { end(true) }
}

extension TableViewSwipeActionsConfiguration {
    /// Creates the actions at one end of a row.
    ///
    /// - Parameter actions: The actions, in order.
    @TableActor
    public init(actions: [UIContextualAction]) {
        self.init(actions: actions.map(\.rowAction), performsFirstActionWithFullSwipe: true)
    }
}

/// A control with actions.
@TableActor
public class UIControl {
    /// The kinds of events. Each of them is a visitor's press.
    public enum Event: Sendable, Hashable { case valueChanged, primaryActionTriggered, touchUpInside }

    /// A number of your own. Default: 0.
    public final var tag = 0
    private final var actions: [UIAction] = []

    /// Creates a control without actions.
    public init() {}

    /// Creates a control without actions. The frame has no effect.
    public init(frame: CGRect) {}

    /// Adds an action that is performed when a visitor presses the control.
    public final func addAction(_ action: UIAction, for event: Event) { actions.append(action) }

    final func performActions() {
        for var action in actions {
            action.sender = self
            action.handler(action)
        }
    }
}

/// The button that refreshes a table. Set it as the table's `refreshControl`.
public final class UIRefreshControl: UIControl {
    /// Does nothing: the page stops waiting when the actions have ended.
    public func endRefreshing() {}
}

/// A switch. Set it as the `accessoryView` of a cell.
public final class UISwitch: UIControl {
    /// A Boolean value that indicates whether the switch is on. Default: false.
    public var isOn = false
    /// The colour of a switch that is on. It has no effect: the theme decides.
    public var onTintColor: UIColor?

    /// Turns the switch on or off.
    public func setOn(_ on: Bool, animated: Bool) { isOn = on }

    func press() {
        isOn.toggle()
        performActions()
    }
}

/// The undo of the visitor's current action.
@TableActor
public final class UIUndoManager {
    private let tableView: TableView

    init(_ tableView: TableView) { self.tableView = tableView }

    /// Registers a closure that reverses the current action of the visitor.
    ///
    /// Each visitor undoes their own actions. Outside of an action, it has no effect.
    ///
    /// - Parameters:
    ///   - target: The object that the closure receives. It is held.
    ///   - handler: The closure.
    public func registerUndo<Target: AnyObject & Sendable>(
        withTarget target: Target, handler: @escaping @TableActor @Sendable (Target) -> Void
    ) {
        tableView.registerUndo(LocalizedMessage(verbatim: "Undo")) { _ in handler(target) }
    }

    /// Sets the title that the visitor sees. Call it after ``registerUndo(withTarget:handler:)``.
    public func setActionName(_ name: String) {
        tableView.registerUndo(LocalizedMessage(verbatim: name)) { _ in }
    }
}
