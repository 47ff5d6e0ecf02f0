/// A type that builds the cell of a row. A manager creates a new value whenever it needs the cell.
///
/// Conform to ``ModelTransfer`` to fill the cell from its model. Otherwise, the handler of the registration fills it.
@TableActor
public protocol CellContent {
    /// The table view cell that the row shows.
    var cell: TableViewCell { get set }

    /// Creates a cell that is not yet filled.
    init()
}

/// A plain cell can be registered without a type of your own.
extension TableViewCell: CellContent {
    /// The cell itself.
    public nonisolated var cell: TableViewCell {
        get { self }
        set { self = newValue }
    }

    /// Creates an empty cell in the default style.
    public nonisolated init() {
        self.init(style: .default)
    }
}
