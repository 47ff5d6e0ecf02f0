/// What builds a cell: a manager makes one for each row it is asked about.
///
/// A type that is told its model is a ``ModelTransfer``; any other is filled by the handler it is registered with.
@TableActor
public protocol CellContent {
    /// The cell that the row shows.
    var cell: TableViewCell { get set }

    init()
}

/// A plain cell builds itself, so that it can be registered without a type around it.
extension TableViewCell: CellContent {
    public nonisolated var cell: TableViewCell {
        get { self }
        set { self = newValue }
    }

    public nonisolated init() {
        self.init(style: .default)
    }
}
