/// The mappings of cells, headers or footers in the order of their registration.
@TableActor
final class MappingList<Place, Content> {
    typealias Record = RegisteredMapping<Place, Content>

    private(set) var records: [Record] = []
    /// The kinds of events that at least one mapping reacts to.
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

    /// Returns the first mapping for a model at a position. The model must not be an optional.
    ///
    /// The cost is one lookup by the model's type, and one test for each condition tried. It does not depend on the
    /// number of mappings.
    func record(for model: Any, at place: Place, in section: Int) -> Record? {
        candidates(for: model).first(for: model, at: place, in: section)
    }

    /// Returns a Boolean value that indicates whether any mapping reacts to an event.
    func reacts<Argument, Result>(to event: MappingEvent<Argument, Result>) -> Bool {
        kinds.contains(MappingEventKinds(event.kind))
    }

    /// Returns the answer of the mapping for a model, or nil if there is no mapping or no reaction.
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

    /// Returns the mappings for a type of model or its subclasses.
    func records<Model>(for model: Model.Type) -> [Record] {
        records.filter { $0.modelType is Model.Type }
    }

    /// Returns the mappings for a type of model to a type of view, or subclasses of both.
    func records<View, Model>(of view: View.Type, for model: Model.Type) -> [Record] {
        records(for: model).filter { $0.viewType is View.Type }
    }

    /// Returns a Boolean value that indicates whether a model of that type was shown before. Such a model is not an
    /// optional.
    func hasShown(_ model: Any) -> Bool {
        candidates[ObjectIdentifier(type(of: model))] != nil
    }

    /// Returns a sentence that says why no mapping is used for a model, and whether mappings for it are registered.
    func sentence(forMissing kind: String, for model: Any) -> (text: String, isRegistered: Bool) {
        let views = records.filter { $0.accepts(model) }.map { "\($0.viewType)" }
        guard !views.isEmpty else { return ("No \(kind) is registered for \(type(of: model)).", false) }
        let names = views.prefix(5).joined(separator: ", ")
        return ("No condition of the \(kind)s for \(type(of: model)) is met (\(names)).", true)
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

/// The owner of mapping lists. It is notified of changes, errors and anomalies.
@TableActor
protocol MappingListOwner: AnyObject {
    func mappingsDidChange()
    func report(_ code: Anomaly.Code, _ message: String)
}
