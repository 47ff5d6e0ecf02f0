/// What builds a cell from a model.
///
/// ```swift
/// struct PostCell: ModelTransfer {
///     var cell = TableViewCell(style: .subtitle)
///     mutating func update(with post: Post) { cell.title = post.title }
/// }
/// ```
@TableActor
public protocol ModelTransfer<Model>: CellContent {
    /// A value, a class whose subclasses are meant too, or a protocol, as `any FeedItem`.
    associatedtype Model

    mutating func update(with model: Model)
}

/// Builds a header or a footer from a model.
///
/// ```swift
/// struct FeedHeader: HeaderFooterModelTransfer {
///     var view = TableViewHeaderFooterView()
///     mutating func update(with day: Day) { view.title = day.name }
/// }
/// ```
@TableActor
public protocol HeaderFooterModelTransfer<Model>: HeaderFooterContent {
    associatedtype Model

    mutating func update(with model: Model)
}
