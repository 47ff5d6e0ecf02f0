public import CascadingTable
import Essentials

/// The base class of event handlers for rows, headers and footers with one type of model.
///
/// A new handler is created for each event, so do not store state in it.
@TableActor
open class ViewEventHandler<Model: ReusableViewModel, View> {
    /// The table view of the current event.
    public final private(set) weak var tableView: TableView?
    /// The model of the row, header or footer of the current event.
    public final let model: Model
    /// The view of the current event. Fill it in from the model in ``willReuseView()``.
    ///
    /// In all other events, it is the view as ``willReuseView()`` left it.
    public final var view: View

    /// Creates a handler for one event. The ``EventHandlerProvider`` calls it.
    ///
    /// - Parameters:
    ///   - tableView: The table view of the event.
    ///   - model: The model of the row, header or footer.
    ///   - view: The view as its model made it, or as it is displayed.
    public required init(tableView: TableView?, model: Model, view: View) {
        self.tableView = tableView
        self.model = model
        self.view = view
    }

    /// Returns a Boolean value that indicates whether this type handles a view. The default is true.
    ///
    /// If several types return true, the first registered one is used.
    ///
    /// - Parameters:
    ///   - model: The model of the row, header or footer.
    ///   - view: The view as its model made it, not yet filled in.
    open class func canHandle(model: Model, view: View) -> Bool { true }

    /// Tells the handler to fill in ``view`` from ``model``. The default does nothing.
    open func willReuseView() {}
    /// Tells the handler that the view is about to be written to a page. The default does nothing.
    open func willDisplayView() {}
    /// Tells the handler that the view has been written to a page. The default does nothing.
    open func didEndDisplayingView() {}
}

/// An event handler for headers and footers with one type of model.
@TableActor
open class SectionAccessoryEventHandler<Model: SectionAccessoryModel>: ViewEventHandler<
    Model, TableViewHeaderFooterView
>
{}

/// An event handler for rows with one type of model. Override the methods of the events that you need.
///
/// ```swift
/// final class FruitHandler: CellEventHandler<FruitModel> {
///     override func willReuseView() { view.title = model.name }
///     override func didSelectView() { tableView?.navigate(to: "fruit/\(model.name)/") }
/// }
///
/// provider.register(FruitHandler.self)
/// ```
@TableActor
open class CellEventHandler<Model: CellModel>: ViewEventHandler<Model, TableViewCell> {
    /// The position of the row in the table at the time of the event.
    public final internal(set) var indexPath = IndexPath()

    // MARK: Selecting
    /// Tells the handler that the row's detail button or switch was tapped. The default does nothing.
    open func accessoryButtonTapped() {}
    /// Returns a Boolean value that indicates whether the row can be selected. The default is true.
    ///
    /// A row without a handler cannot be selected.
    open func shouldHighlightView() -> Bool { true }
    /// Tells the handler that the row was highlighted. The default does nothing.
    open func didHighlightView() {}
    /// Tells the handler that the row is no longer highlighted. The default does nothing.
    open func didUnhighlightView() {}
    /// Returns the row to select instead of this one, or nil to refuse. The default is this row.
    open func willSelectView() -> IndexPath? { indexPath }
    /// Returns the row to deselect instead of this one, or nil to refuse. The default is this row.
    open func willDeselectView() -> IndexPath? { indexPath }
    /// Tells the handler that the row was selected. The default does nothing.
    open func didSelectView() {}
    /// Tells the handler that the row was deselected. The default does nothing.
    open func didDeselectView() {}

    // MARK: Editing
    /// Tells the handler that editing of the row is about to begin. The default does nothing.
    open func willBeginEditing() {}
    /// Tells the handler that editing of the row ended. The default does nothing.
    open func didEndEditing() {}
    /// Returns the actions offered at the end of the row, or nil for none. The default is nil.
    open func editActions() -> [TableViewRowAction]? { nil }
    /// Returns the values of the row that a visitor can edit. The default is no fields.
    open func fieldsForEditing() -> [TableViewEditableField] { [] }
    /// Changes the model to the values that a visitor entered. The default does nothing.
    ///
    /// - Parameter values: The new values, by the names of their fields.
    /// - Throws: `TableViewValidationError` for invalid values.
    open func commit(_ values: [String: String]) throws {}

    // MARK: Copy and paste, if the model shows a menu
    /// Returns a Boolean value that indicates whether the row's menu offers an action. The default is false.
    ///
    /// - Parameters:
    ///   - action: The action, such as copy or paste.
    ///   - sender: The session of the visitor, or nil without one.
    open func canPerformAction(_ action: MenuAction, withSender sender: TableSession?) -> Bool { false }
    /// Performs an action of the row's menu. The default does nothing.
    ///
    /// - Parameters:
    ///   - action: The action, such as copy or paste.
    ///   - sender: The session of the visitor, or nil without one.
    open func performAction(_ action: MenuAction, withSender sender: TableSession?) {}

    /// Returns the index path in the model for one in the table.
    ///
    /// - Parameter place: The position of the row in the model.
    final func storagePath(_ path: IndexPath, besides place: IndexPath) -> IndexPath {
        IndexPath(row: path.row, section: path.section - indexPath.section + place.section)
    }
}
