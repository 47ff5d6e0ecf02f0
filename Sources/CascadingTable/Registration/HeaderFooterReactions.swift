/// The closures that one or several mappings of headers or footers call for their events.
///
/// A closure receives the view as built for the model, the model, and the section in the storage. A second closure for
/// an event replaces the first.
@TableActor
public class HeaderFooterReactions<View, Model> {
    private let records: [RegisteredMapping<Int, TableViewHeaderFooterView>]

    init(_ records: [RegisteredMapping<Int, TableViewHeaderFooterView>]) {
        self.records = records
    }

    /// Sets the closure that is called before the header or footer is written to a page.
    ///
    /// - Parameter handler: A closure that receives the view, the model and the section in the storage.
    public func willDisplay(_ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        on(.willDisplay, handler)
    }

    /// Sets the closure that is called after the header or footer was written to a page.
    ///
    /// - Parameter handler: A closure that receives the view, the model and the section in the storage.
    public func didEndDisplaying(_ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        on(.didEndDisplaying, handler)
    }

    /// Sets the closure that returns the height of the header or footer. A height of 0 fits the content.
    ///
    /// - Parameter handler: A closure that receives the model and the section in the storage.
    public func height(_ handler: @escaping @TableActor (Model, Int) -> Height) {
        on(.height, handler)
    }

    private func on(_ event: MappingEvent<Void, Void>, _ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        for record in records { record.react(to: event, withView: handler) }
    }

    private func on(_ event: MappingEvent<Void, Height>, _ handler: @escaping @TableActor (Model, Int) -> Height) {
        for record in records { record.react(to: event, withModel: handler) }
    }
}
