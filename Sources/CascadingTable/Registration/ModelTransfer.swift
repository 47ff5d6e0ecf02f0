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
