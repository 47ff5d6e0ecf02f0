/// That a type of model is shown by a type of header or footer, where a condition holds.
@TableActor
public final class HeaderFooterMapping<View: HeaderFooterContent, Model>: HeaderFooterReactions<View, Model> {
    private let record: HeaderFooterRecord<View, Model>

    init(_ record: HeaderFooterRecord<View, Model>) {
        self.record = record
        super.init([record])
    }

    /// Of several mappings for one model, the first whose condition holds is used.
    public var condition: MappingCondition<Int, Model> = .none {
        didSet { record.condition = condition.erased }
    }
}
