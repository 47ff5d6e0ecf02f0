/// A model that knows the cell it is shown by: it makes the cell, and the cell binds it.
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
/// Rows of several such types stand in one table (`[any RowEntity]`) and nothing switches over their types. A class
/// that conforms is final.
public protocol RowEntity {
    associatedtype Cell: BindingCell where Cell.Entity == Self

    /// A fresh cell, which is not bound yet.
    func makeCell() -> Cell
}

extension RowEntity {
    /// What the row shows: the entity's cell, bound to it.
    public func boundCell() -> TableViewCell {
        var cell = makeCell()
        cell.bind(self)
        return cell.cell
    }
}

/// A cell that shows entities of one type.
public protocol BindingCell {
    associatedtype Entity

    /// The cell that the row shows.
    var cell: TableViewCell { get }

    /// Shows that entity.
    mutating func bind(_ entity: Entity)
}
