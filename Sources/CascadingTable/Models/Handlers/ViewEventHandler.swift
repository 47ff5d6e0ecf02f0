/// Answers the events of the views of one kind of model: the part that rows, headers and footers have in common.
///
/// One is made for each event, and told what the event is about before; so it needs no state of its own.
@TableActor
open class ViewEventHandler<Model: ReusableViewModel, View> {
    public final private(set) weak var tableView: TableView?
    public final private(set) var model: Model

    /// What is shown: to be filled in by ``willReuseView()``, and filled in already for every other event.
    public final var view: View {
        get {
            if let madeView { return madeView }
            let view = makeView()
            madeView = view
            return view
        }
        set { madeView = newValue }
    }

    private final var makeView: () -> View
    private final var madeView: View?

    public required init(tableView: TableView, model: Model, makeView: @escaping () -> View) {
        self.tableView = tableView
        self.model = model
        self.makeView = makeView
    }

    /// Whether it answers for that view, which is as its model made it; of the handlers that do, the one that was
    /// registered first is chosen.
    open class func canHandle(tableView: TableView, model: Model, view: View) -> Bool { true }

    /// Fill in the view from the model.
    open func willReuseView() {}
    open func willDisplayView() {}
    open func didEndDisplayingView() {}

    /// Takes up another event, if it can handle that view.
    final func takeUp(
        tableView: TableView, model: ReusableViewModel, prototype: View, makeView: @escaping () -> View
    ) -> Bool {
        guard let model = model as? Model,
            Self.canHandle(tableView: tableView, model: model, view: prototype)
        else { return false }
        self.tableView = tableView
        self.model = model
        self.makeView = makeView
        madeView = nil
        return true
    }
}

/// Answers the events of headers and footers of one kind of model.
@TableActor
open class SectionAccessoryEventHandler<Model: SectionAccessoryModel>: ViewEventHandler<
    Model, TableViewHeaderFooterView
>
{}
