public import FoundationEssentials

/// A registration that shows models of one type with cells of one type, optionally under a condition.
@TableActor
public final class CellMapping<Cell: CellContent, Model>: CellReactions<Cell, Model> {
    private let record: CellRecord<Cell, Model>

    init(_ record: CellRecord<Cell, Model>) {
        self.record = record
        super.init([record])
    }

    /// The condition under which the mapping is used. The default is no condition.
    ///
    /// If several mappings fit a model, the first registered one whose condition is met is used.
    public var condition: MappingCondition<IndexPath, Model> = .none {
        didSet { record.condition = condition.erased }
    }

    /// The name of the mapping. The default is the name of the cell's type.
    ///
    /// A name that you set is also the style of a cell whose own style is `.default`. Give mappings to different cell
    /// types different names; otherwise an anomaly is reported.
    public var reuseIdentifier: String {
        get { record.reuseIdentifier }
        set { record.ownIdentifier = newValue }
    }
}
