/// The mappings of one kind of view in the order of registration, and which of them shows a model.
@TableActor
final class MappingList<Place, Content> {
    typealias Record = RegisteredMapping<Place, Content>

    private(set) var records: [Record] = []
    /// What any of them reacts to.
    private(set) var kinds: MappingEventKinds = []

    weak var owner: (any MappingListOwner)?

    private var candidates: [ObjectIdentifier: MappingCandidates<Place, Content>] = [:]

    func append(_ record: Record) {
        record.list = self
        record.isRegistered = true
        records.append(record)
        kinds.formUnion(record.kinds)
        identifierDidChange(of: record)
        conditionsDidChange()
    }

    func removeAll(of viewType: Any.Type) {
        for record in records where record.viewType == viewType { record.isRegistered = false }
        records.removeAll { !$0.isRegistered }
        kinds = records.reduce(into: []) { $0.formUnion($1.kinds) }
        conditionsDidChange()
    }

    /// The first mapping that shows that model, which is no optional, at that place.
    ///
    /// Cost: one look-up by the model's type, and a test of each condition that is tried, however many mappings there
    /// are.
    func record(for model: Any, at place: Place, in section: Int) -> Record? {
        candidates(for: model).first(for: model, at: place, in: section)
    }

    /// Whether any mapping reacts to the event, so that it is worth while to look for the one that does.
    func reacts<Argument, Result>(to event: MappingEvent<Argument, Result>) -> Bool {
        kinds.contains(MappingEventKinds(event.kind))
    }

    /// What the mapping for that model answers, or nil where there is none or it does not react.
    func answer<Argument, Result>(
        _ event: MappingEvent<Argument, Result>, _ argument: Argument, for model: Any, at place: Place,
        in section: Int, showing displayed: Content?
    ) -> Result? {
        guard let record = record(for: model, at: place, in: section), let reaction = record.reaction(to: event) else {
            return nil
        }
        return reaction.body(
            Occasion(mapping: record, model: model, place: place, displayed: displayed), argument)
    }

    /// The mappings for such a model, or one of a subclass.
    func records<Model>(for model: Model.Type) -> [Record] {
        records.filter { $0.modelType is Model.Type }
    }

    /// Those of them to such a view, or one of a subclass.
    func records<View, Model>(of view: View.Type, for model: Model.Type) -> [Record] {
        records(for: model).filter { $0.viewType is View.Type }
    }

    /// Whether models of that type have been shown, which are no optionals then.
    func hasShown(_ model: Any) -> Bool {
        candidates[ObjectIdentifier(type(of: model))] != nil
    }

    func conditionsDidChange() {
        candidates = [:]
        owner?.mappingsDidChange()
    }

    func identifierDidChange(of record: Record) {
        let other = records.first {
            ($0.ownIdentifier ?? record.ownIdentifier) != nil && $0.viewType != record.viewType
                && $0.reuseIdentifier == record.reuseIdentifier
        }
        if let other {
            owner?.report(
                .reuseIdentifierCollision,
                "\(other.viewType) and \(record.viewType) are both registered as \(record.reuseIdentifier).")
        }
        owner?.mappingsDidChange()
    }

    func reactionsDidChange(of record: Record) {
        guard record.isRegistered else {
            owner?.report(
                .unusedEventDetected, "\(record.viewType) is not registered any more, so its event will never be used.")
            return
        }
        kinds.formUnion(record.kinds)
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

/// An owner of lists of mappings.
@TableActor
protocol MappingListOwner: AnyObject {
    func mappingsDidChange()
    func refuse(_ error: any Error)
    func report(_ code: Anomaly.Code, _ message: String)
}
