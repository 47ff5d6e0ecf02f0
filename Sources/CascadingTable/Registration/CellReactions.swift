public import FoundationEssentials

/// What can happen to a row, and what can be asked of it, for one mapping or for several.
///
/// A closure gets the cell as it is built for the model, the model, and its index path in the storage, which is the
/// table's as well unless the manager is one section of a tree. A second closure for one event replaces the first.
@TableActor
public class CellReactions<Cell, Model> {
    public typealias Handler<Result> = @TableActor (Cell, Model, IndexPath) -> Result
    /// A closure told of something done, which refuses it by throwing.
    public typealias ActionHandler = @TableActor (Cell, Model, IndexPath) throws -> Void
    /// A closure that the cell is not built for.
    public typealias ModelHandler<Result> = @TableActor (Model, IndexPath) -> Result

    private let records: [RegisteredMapping<IndexPath, TableViewCell>]

    init(_ records: [RegisteredMapping<IndexPath, TableViewCell>]) {
        self.records = records
    }

    func on<Result>(_ event: MappingEvent<Void, Result>, _ handler: @escaping Handler<Result>) {
        for record in records { record.react(to: event, withView: handler) }
    }

    /// Reacts to something done.
    func onAction(_ event: MappingEvent<Void, Void>, _ handler: @escaping ActionHandler) {
        for record in records {
            let reaction: Handler<Void> = { [weak record] cell, model, indexPath in
                record?.refusing { try handler(cell, model, indexPath) }
            }
            record.react(to: event, withView: reaction)
        }
    }

    /// Reacts to something done with more to it than the row it is done to.
    func onAction<Argument>(
        _ event: MappingEvent<Argument, Void>,
        _ handler: @escaping @TableActor (Argument, Cell, Model, IndexPath) throws -> Void
    ) {
        for record in records {
            let reaction: @TableActor (Argument, Cell, Model, IndexPath) -> Void = {
                [weak record] argument, cell, model, indexPath in
                record?.refusing { try handler(argument, cell, model, indexPath) }
            }
            record.react(to: event, withArgument: reaction)
        }
    }

    /// Reacts to an event with more to it than the row it happens to.
    func on<Argument, Result>(
        _ event: MappingEvent<Argument, Result>,
        _ handler: @escaping @TableActor (Argument, Cell, Model, IndexPath) -> Result
    ) {
        for record in records { record.react(to: event, withArgument: handler) }
    }

    func on<Result>(_ event: MappingEvent<Void, Result>, _ handler: @escaping ModelHandler<Result>) {
        for record in records { record.react(to: event, withModel: handler) }
    }
}
