public import FoundationEssentials

/// The closures that one or several mappings of cells call for the events of their rows.
///
/// A closure receives the cell as built for the model, the model, and the index path in the storage. The index path
/// equals the table's, unless the manager is one section of a tree of delegates. A second closure for an event replaces
/// the first.
@TableActor
public class CellReactions<Cell, Model> {
    /// A closure that receives the cell, the model and the index path in the storage, and returns an answer.
    public typealias Handler<Result> = @TableActor (Cell, Model, IndexPath) -> Result
    /// A closure that performs an action of a visitor. It may wait, and throws an error to refuse the action.
    public typealias ActionHandler = @TableActor (Cell, Model, IndexPath) async throws -> Void
    /// A closure that receives the model and the index path only. The cell is not built for it.
    public typealias ModelHandler<Result> = @TableActor (Model, IndexPath) -> Result

    private let records: [RegisteredMapping<IndexPath, TableViewCell>]

    init(_ records: [RegisteredMapping<IndexPath, TableViewCell>]) {
        self.records = records
    }

    func on<Result>(_ event: MappingEvent<Void, Result>, _ handler: @escaping Handler<Result>) {
        for record in records { record.react(to: event, withView: handler) }
    }

    /// Sets the closure for an action of a visitor.
    func onAction(_ event: MappingEvent<Void, ActionWork>, _ handler: @escaping ActionHandler) {
        on(event) { cell, model, indexPath in { try await handler(cell, model, indexPath) } }
    }

    /// Sets the closure for an action of a visitor that has an argument.
    func onAction<Argument>(
        _ event: MappingEvent<Argument, ActionWork>,
        _ handler: @escaping @TableActor (Argument, Cell, Model, IndexPath) async throws -> Void
    ) {
        on(event) { argument, cell, model, indexPath in { try await handler(argument, cell, model, indexPath) } }
    }

    /// Sets the closure for an event that has an argument.
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
