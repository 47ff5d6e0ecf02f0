/// Where a mapping holds, beyond the type of its model.
///
/// `Place` is the index path of a cell and the section of a header or footer, in the storage's numbers: a manager that
/// is one section of a tree has only section 0, wherever it stands.
public enum MappingCondition<Place, Model> {
    case none
    /// In that section only.
    case section(Int)
    /// At those places only.
    case custom(@TableActor (Place) -> Bool)
    /// For those models only.
    case model(@TableActor (Place, Model) -> Bool)
}

/// The same without the type of the model.
enum ErasedMappingCondition<Place> {
    case none
    case section(Int)
    case test(@TableActor (Any, Place) -> Bool)

    @TableActor
    func holds(for model: Any, at place: Place, in section: Int) -> Bool {
        switch self {
        case .none: true
        case .section(let own): own == section
        case .test(let test): test(model, place)
        }
    }
}

extension MappingCondition {
    @TableActor
    var erased: ErasedMappingCondition<Place> {
        switch self {
        case .none: .none
        case .section(let section): .section(section)
        case .custom(let isMet): .test { _, place in isMet(place) }
        case .model(let isMet): .test { model, place in (model as? Model).map { isMet(place, $0) } ?? false }
        }
    }
}
