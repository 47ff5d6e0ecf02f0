/// A registration that shows models of one type with headers or footers of one type, optionally under a condition.
@TableActor
public final class HeaderFooterMapping<View: HeaderFooterContent, Model>: HeaderFooterReactions<View, Model> {
    private let record: HeaderFooterRecord<View, Model>

    init(_ record: HeaderFooterRecord<View, Model>) {
        self.record = record
        super.init([record])
    }

    /// The condition under which the mapping is used. The default is no condition.
    ///
    /// If several mappings fit a model, the first registered one whose condition is met is used.
    public var condition: MappingCondition<Int, Model> = .none {
        didSet { record.condition = condition.erased }
    }
}
