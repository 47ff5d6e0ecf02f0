public import CascadingTable

/// A type that builds the cell of a row. A manager creates a new value whenever it needs the cell.
///
/// Conform to ``ModelTransfer`` to fill the cell from its model. Otherwise, the handler of the registration fills it.
@TableActor
public protocol CellContent {
    /// The table view cell that the row shows.
    var cell: TableViewCell { get set }

    /// Creates a cell that is not yet filled.
    init()
}

/// A plain cell can be registered without a type of your own.
extension TableViewCell: CellContent {
    /// The cell itself.
    public nonisolated var cell: TableViewCell {
        get { self }
        set { self = newValue }
    }

    /// Creates an empty cell in the default style.
    public nonisolated init() {
        self.init(style: .default)
    }
}

/// A cell type that fills itself from one type of model.
///
/// ```swift
/// struct PostCell: ModelTransfer {
///     var cell = TableViewCell(style: .subtitle)
///     mutating func update(with post: Post) { cell.title = post.title }
/// }
/// ```
@TableActor
public protocol ModelTransfer<Model>: CellContent {
    /// The type of model: a value type, a class including its subclasses, or a protocol such as `any FeedItem`.
    associatedtype Model

    /// Fills the cell from a model.
    ///
    /// - Parameter model: The model that the row shows.
    mutating func update(with model: Model)
}

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

/// A header or footer type that fills itself from one type of model.
///
/// ```swift
/// struct FeedHeader: HeaderFooterModelTransfer {
///     var view = TableViewHeaderFooterView()
///     mutating func update(with day: Day) { view.title = day.name }
/// }
/// ```
@TableActor
public protocol HeaderFooterModelTransfer<Model>: HeaderFooterContent {
    /// The type of model: a value type, a class including its subclasses, or a protocol.
    associatedtype Model

    /// Fills the view from a model.
    ///
    /// - Parameter model: The model of the header or footer.
    mutating func update(with model: Model)
}
