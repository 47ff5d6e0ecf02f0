public import CascadingTable
import Essentials

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
        register(cell, for: Cell.Model.self, mapping: mapping) { cell, model, indexPath in
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
        let made = CellMapping(fill: handler)
        mapping(made)
        cellMappings.append(made.mapping)
    }

    /// Removes all mappings to a type of cell, and their closures.
    ///
    /// - Parameter cell: The type of cell.
    public final func unregister<Cell: CellContent>(_ cell: Cell.Type) {
        cellMappings.removeAll(of: cell)
    }
}

/// The headers or the footers of a manager, registered for the types of their models.
///
/// A model that is a string needs no registered view: it is shown as a title.
@TableActor
public final class SupplementaryViews {
    /// A Boolean value that indicates whether a section without rows has a header or footer. The default is true.
    public var displaysOnEmptySections = true { didSet { mappings.didChange() } }

    let mappings: MappingList<TableViewHeaderFooterView>

    init(_ mappings: MappingList<TableViewHeaderFooterView> = MappingList()) {
        self.mappings = mappings
    }

    /// Registers a type of header or footer for the models of its model type.
    ///
    /// If several mappings fit a model, the first registered one whose condition is met is used.
    ///
    /// - Parameters:
    ///   - view: The type of header or footer.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that configures each view before it is filled from its model.
    public func register<View: HeaderFooterModelTransfer>(
        _ view: View.Type, mapping: (HeaderFooterMapping<View, View.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, View.Model, Int) -> Void = { _, _, _ in }
    ) {
        register(view, for: View.Model.self, mapping: mapping) { view, model, section in
            handler(&view, model, section)
            view.update(with: model)
        }
    }

    /// Registers a type of header or footer that a closure fills from its model.
    ///
    /// - Parameters:
    ///   - view: The type of header or footer.
    ///   - model: The type of model.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that fills each view from its model.
    public func register<View: HeaderFooterContent, Model>(
        _ view: View.Type, for model: Model.Type, mapping: (HeaderFooterMapping<View, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, Model, Int) -> Void
    ) {
        let made = HeaderFooterMapping(fill: handler)
        mapping(made)
        mappings.append(made.mapping)
    }

    /// Removes all mappings to a type of header or footer, and their closures.
    ///
    /// - Parameter view: The type of header or footer.
    public func unregister<View: HeaderFooterContent>(_ view: View.Type) {
        mappings.removeAll(of: view)
    }
}
