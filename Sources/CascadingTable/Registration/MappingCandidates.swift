/// The mappings for one type of model in order of registration, without mappings that an earlier one always precedes.
@TableActor
struct MappingCandidates<Place, Content> {
    typealias Record = RegisteredMapping<Place, Content>

    /// The mappings of each section that a condition names.
    private var named: [Int: [Record]] = [:]
    /// The mappings of all other sections.
    private var elsewhere: [Record] = []

    init(_ records: [Record]) {
        for record in records {
            switch record.condition {
            case .test: elsewhere.append(record)
            case .section(let section):
                if named[section] == nil { named[section] = elsewhere + [record] }
            case .none:
                elsewhere.append(record)
                return
            }
        }
    }

    func first(for model: Any, at place: Place, in section: Int) -> Record? {
        for record in named[section] ?? elsewhere
        where record.condition.holds(for: model, at: place, in: section) {
            return record
        }
        return nil
    }
}
