/// A condition under which a mapping is used, in addition to the type of the model.
///
/// `Place` is the index path of a cell, or the section of a header or footer. Both are positions in the storage. A
/// manager that is one section of a tree of delegates uses section 0 only.
public enum MappingCondition<Place, Model> {
    /// No condition. The mapping is used for every model of its type.
    case none
    /// The section of the storage in which the mapping is used.
    case section(Int)
    /// A closure that returns whether the mapping is used at a position.
    case custom(@TableActor (Place) -> Bool)
    /// A closure that returns whether the mapping is used for a model at a position.
    case model(@TableActor (Place, Model) -> Bool)
}

/// A mapping condition without the type of the model.
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
