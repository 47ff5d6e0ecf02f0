/// A type that builds a header or a footer. A manager creates a new value whenever it needs the view.
///
/// Conform to ``HeaderFooterModelTransfer`` to fill the view from its model. Otherwise, the handler of the registration
/// fills it.
@TableActor
public protocol HeaderFooterContent {
    /// The view that is shown above or below the section.
    var view: TableViewHeaderFooterView { get set }

    /// Creates a view that is not yet filled.
    init()
}

/// A plain view can be registered without a type of your own.
extension TableViewHeaderFooterView: HeaderFooterContent {
    /// The view itself.
    public nonisolated var view: TableViewHeaderFooterView {
        get { self }
        set { self = newValue }
    }

    /// Creates a view without a title.
    public nonisolated init() {
        self.init(title: nil)
    }
}
