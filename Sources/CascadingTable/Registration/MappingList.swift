/// The mappings of one kind of view in the order of registration, and which of them shows a model.
@TableActor
final class MappingList<Place, Content> {
    typealias Record = MappingRecord<Place, Content>

    private(set) var records: [Record] = []
    /// What any of them reacts to.
    private(set) var kinds: MappingEventKinds = []

    weak var owner: (any MappingListOwner)?

    private var candidates: [ObjectIdentifier: MappingCandidates<Place, Content>] = [:]

    func append(_ record: Record) {
        record.list = self
        record.isRegistered = true
        records.append(record)
        identifierDidChange(of: record)
    }

    /// - Returns: whether there was any.
    @discardableResult
    func removeAll(of viewType: Any.Type) -> Bool {
        let removed = records.filter { $0.viewType == viewType }
        for record in removed { record.isRegistered = false }
        records.removeAll { $0.viewType == viewType }
        mappingsDidChange()
        return !removed.isEmpty
    }

    /// The first mapping that shows that model, which is no optional, at that place.
    ///
    /// Cost: one look-up by the model's type, and a test of each condition that is tried, however many mappings there
    /// are.
    func record(for model: Any, at place: Place, in section: Int) -> Record? {
        candidates(for: model).first(for: model, at: place, in: section)
    }

    func identifierDidChange(of record: Record) {
        let identifier = record.reuseIdentifier
        let other = records.first {
            $0.reuseIdentifier == identifier && $0.viewType != record.viewType
                && ($0.ownIdentifier ?? record.ownIdentifier) != nil
        }
        if let other {
            owner?.report(
                .reuseIdentifierCollision,
                "\(other.viewType) and \(record.viewType) are both registered as \(identifier).")
        }
        mappingsDidChange()
    }

    func reactionsDidChange(of record: Record) {
        mappingsDidChange()
    }

    func mappingsDidChange() {
        candidates = [:]
        kinds = records.reduce(into: []) { $0.formUnion($1.kinds) }
        owner?.mappingsDidChange()
    }

    private func candidates(for model: Any) -> MappingCandidates<Place, Content> {
        let type = ObjectIdentifier(type(of: model))
        if let known = candidates[type] { return known }
        let found = MappingCandidates(records.filter { $0.accepts(model) })
        if !(model is any CastByContent) { candidates[type] = found }
        return found
    }
}

/// Who has lists of mappings.
@TableActor
protocol MappingListOwner: AnyObject {
    func mappingsDidChange()
    func report(_ code: Anomaly.Code, _ message: String)
}
