public import FoundationEssentials

extension TableManager {
    /// Registers a type of cell for the models of its model type.
    ///
    /// If several mappings fit a model, the first registered one whose condition is met is used.
    ///
    /// - Parameters:
    ///   - cell: The type of cell.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that configures each cell before it is filled from its model.
    public final func register<Cell: ModelTransfer>(
        _ cell: Cell.Type, mapping: (CellMapping<Cell, Cell.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout Cell, Cell.Model, IndexPath) -> Void = { _, _, _ in }
    ) {
        register(mapping) { cell, model, indexPath in
            handler(&cell, model, indexPath)
            cell.update(with: model)
        }
    }

    /// Registers a type of cell that a closure fills from its model.
    ///
    /// - Parameters:
    ///   - cell: The type of cell.
    ///   - model: The type of model.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that fills each cell from its model.
    public final func register<Cell: CellContent, Model>(
        _ cell: Cell.Type, for model: Model.Type, mapping: (CellMapping<Cell, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout Cell, Model, IndexPath) -> Void
    ) {
        register(mapping, fill: handler)
    }

    /// Removes all mappings to a type of cell, and their closures.
    ///
    /// - Parameter cell: The type of cell.
    public final func unregister<Cell: CellContent>(_ cell: Cell.Type) {
        cellMappings.removeAll(of: cell)
    }

    private func register<Cell: CellContent, Model>(
        _ configure: (CellMapping<Cell, Model>) -> Void, fill: @escaping CellRecord<Cell, Model>.Handler
    ) {
        let record = CellRecord(fill: fill)
        configure(CellMapping(record))
        cellMappings.append(record)
    }
}
