/// What builds a header or a footer from a model.
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
