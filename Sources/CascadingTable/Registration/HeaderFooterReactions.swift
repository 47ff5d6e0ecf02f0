/// What can happen to a header or footer, and what can be asked of it, for one mapping or for several.
///
/// A closure gets the view as it is built for the model, the model, and its section in the storage. A second closure
/// for one event replaces the first.
@TableActor
public class HeaderFooterReactions<View, Model> {
    private let records: [RegisteredMapping<Int, TableViewHeaderFooterView>]

    init(_ records: [RegisteredMapping<Int, TableViewHeaderFooterView>]) {
        self.records = records
    }

    public func willDisplay(_ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        on(.willDisplay, handler)
    }

    public func didEndDisplaying(_ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        on(.didEndDisplaying, handler)
    }

    /// 0 is as high as its content.
    public func height(_ handler: @escaping @TableActor (Model, Int) -> Height) {
        on(.height, handler)
    }

    public func estimatedHeight(_ handler: @escaping @TableActor (Model, Int) -> Height) {
        on(.estimatedHeight, handler)
    }

    private func on(_ event: MappingEvent<Void, Void>, _ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        for record in records { record.react(to: event, withView: handler) }
    }

    private func on(_ event: MappingEvent<Void, Height>, _ handler: @escaping @TableActor (Model, Int) -> Height) {
        for record in records { record.react(to: event, withModel: handler) }
    }
}
