/// A cell that shows entities of one type.
public protocol BindingCell {
    associatedtype Entity

    /// What the row shows.
    var cell: TableViewCell { get }

    /// Shows that entity.
    mutating func bind(_ entity: Entity)
}
