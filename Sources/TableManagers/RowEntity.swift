public import CascadingTable

/// A model that makes its own cell. The cell fills itself from the model.
///
/// ```swift
/// extension Zombie: RowEntity {
///     func makeCell() -> ZombieCell { ZombieCell() }
/// }
///
/// struct ZombieCell: BindingCell {
///     var cell = TableViewCell(style: .subtitle)
///     mutating func bind(_ zombie: Zombie) {
///         cell.title = zombie.name
///         cell.subtitle = "bitten \(zombie.bites) times"
///     }
/// }
/// ```
///
/// An ``EntityTable`` can show an array of several such types (`[any RowEntity]`). A class that conforms must be final.
public protocol RowEntity {
    /// The type of cell that shows the model.
    associatedtype Cell: BindingCell where Cell.Entity == Self

    /// Returns a new cell that is not yet filled.
    func makeCell() -> Cell
}

extension RowEntity {
    /// Returns a new cell that is filled from the entity.
    public func boundCell() -> TableViewCell {
        var cell = makeCell()
        cell.bind(self)
        return cell.cell
    }
}

/// A cell that fills itself from entities of one type.
public protocol BindingCell {
    /// The type of entity that the cell shows.
    associatedtype Entity

    /// The table view cell that the row shows.
    var cell: TableViewCell { get }

    /// Fills the cell with the contents of an entity.
    ///
    /// - Parameter entity: The entity that the row shows.
    mutating func bind(_ entity: Entity)
}
