public import FoundationEssentials

/// That a type of model is shown by a type of cell, where a condition holds.
@TableActor
public final class CellMapping<Cell: CellContent, Model>: CellReactions<Cell, Model> {
    private let record: CellRecord<Cell, Model>

    init(_ record: CellRecord<Cell, Model>) {
        self.record = record
        super.init([record])
    }

    /// Of several mappings for one model, the first whose condition holds is used.
    public var condition: MappingCondition<IndexPath, Model> = .none {
        didSet { record.condition = condition.erased }
    }

    /// Names the mapping; by default the name of the cell's type.
    ///
    /// A name that is set is the style that the cell is laid out by, unless the cell has a style already. Mappings to
    /// different cells need different names.
    public var reuseIdentifier: String {
        get { record.reuseIdentifier }
        set { record.ownIdentifier = newValue }
    }
}
