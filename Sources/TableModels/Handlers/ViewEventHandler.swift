public import CascadingTable

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
