public import FoundationEssentials

extension TableManager {
    /// Shows models by cells that are told of them.
    ///
    /// Of several mappings for a model the first registered whose condition holds is used.
    ///
    /// - Parameters:
    ///   - cell: The type of the cell.
    ///   - mapping: sets the mapping's condition and events, at once.
    ///   - handler: fills each cell before it is told its model.
    public final func register<Cell: ModelTransfer>(
        _ cell: Cell.Type, mapping: (CellMapping<Cell, Cell.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout Cell, Cell.Model, IndexPath) -> Void = { _, _, _ in }
    ) {
        register(mapping) { cell, model, indexPath in
            handler(&cell, model, indexPath)
            cell.update(with: model)
        }
    }

    /// Shows models of that type by cells that the handler fills.
    public final func register<Cell: CellContent, Model>(
        _ cell: Cell.Type, for model: Model.Type, mapping: (CellMapping<Cell, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout Cell, Model, IndexPath) -> Void
    ) {
        register(mapping, fill: handler)
    }

    /// Forgets every mapping to that type of cell, with its events.
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
