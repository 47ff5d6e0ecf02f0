public import CascadingTable
import Essentials

/// A mapping as a manager stores it, without the types of its view and its model.
///
/// A position is an index path of the storage. For headers and footers, its row is 0.
@TableActor
package final class RegisteredMapping<Content> {
    package typealias Owner = CascadingBareTableDelegate

    let viewType: Any.Type
    package let events = RowEvents()
    /// Returns whether a model is of the mapping's type. The model must not be an optional.
    let accepts: @TableActor (Any) -> Bool
    /// Returns the content of the view for a model, or nil for a model of another type.
    let content: @TableActor (_ model: Any, _ place: IndexPath, Owner) -> Content?
    /// Returns the view for a model. If content is given, the view shows it instead of its own.
    let view: @TableActor (_ model: Any, _ place: IndexPath, _ displayed: Content?, Owner) -> Any?
    /// Returns whether the mapping is used; nil for always.
    package var condition: (@TableActor (_ model: Any, _ place: IndexPath, Owner) -> Bool)? { didSet { didChange() } }
    var didChange: @TableActor () -> Void = {}

    package init(
        viewType: Any.Type, accepts: @escaping @TableActor (Any) -> Bool,
        content: @escaping @TableActor (Any, IndexPath, Owner) -> Content?,
        view: @escaping @TableActor (Any, IndexPath, Content?, Owner) -> Any?
    ) {
        self.viewType = viewType
        self.accepts = accepts
        self.content = content
        self.view = view
    }

    /// Creates a mapping whose view is filled from its model.
    ///
    /// - Parameters:
    ///   - fill: Fills the view from a model.
    ///   - make: Returns a view that is not yet filled.
    ///   - content: Returns the content of the view.
    ///   - show: Makes the view show other content.
    convenience init<View, Model>(
        fill: @escaping @TableActor (inout View, Model, IndexPath) -> Void, _ make: @escaping @TableActor () -> View,
        content: @escaping @TableActor (View) -> Content, show: @escaping @TableActor (inout View, Content) -> Void
    ) {
        @TableActor
        func view(_ model: Any, _ place: IndexPath) -> View? {
            guard let model = model as? Model else { return nil }
            var view = make()
            fill(&view, model, place)
            return view
        }
        self.init(viewType: View.self, accepts: { $0 is Model }) { model, place, _ in
            view(model, place).map(content)
        } view: { model, place, displayed, _ in
            guard var view = view(model, place) else { return nil }
            if let displayed { show(&view, displayed) }
            return view
        }
    }

    /// Sets the closure of an event, which receives the view.
    package func react<View, Model, Argument, Result>(
        to event: MappingEvent<Argument, Result>,
        _ handler: @escaping @TableActor (Argument, View, Model, IndexPath) -> Result
    ) {
        event.body = { model, place, view, argument in
            guard let model = model as? Model, let view = view() as? View else { return nil }
            return handler(argument, view, model, place)
        }
        didChange()
    }

    /// Sets the closure of an event, which does not receive the view.
    package func react<Model, Result>(
        to event: MappingEvent<Void, Result>, _ handler: @escaping @TableActor (Model, IndexPath) -> Result
    ) {
        event.body = { model, place, _, _ in (model as? Model).map { handler($0, place) } }
        didChange()
    }
}

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

    /// Returns the condition without the type of the model.
    func erased(
        _ place: @escaping @TableActor (IndexPath) -> Place
    ) -> (@TableActor (Any, IndexPath, CascadingBareTableDelegate) -> Bool)? {
        switch self {
        case .none: nil
        case .section(let section): { _, path, _ in path.section == section }
        case .custom(let isMet): { _, path, _ in isMet(place(path)) }
        case .model(let isMet): { model, path, _ in (model as? Model).map { isMet(place(path), $0) } ?? false }
        }
    }
}

/// The mappings of cells, headers or footers in the order of their registration.
@TableActor
package final class MappingList<Content> {
    package typealias Mapping = RegisteredMapping<Content>

    private(set) var mappings: [Mapping] = []
    /// The mapping for models that no other mapping fits, or nil.
    let fallback: Mapping?
    var didChange: @TableActor () -> Void = {}
    /// The mappings for each type of model that was shown.
    private var candidates: [ObjectIdentifier: [Mapping]] = [:]

    package init(fallback: Mapping? = nil) {
        self.fallback = fallback
    }

    package func append(_ mapping: Mapping) {
        mapping.didChange = { [weak self] in self?.mappingsDidChange() }
        mappings.append(mapping)
        mappingsDidChange()
    }

    func removeAll(of viewType: Any.Type) {
        mappings.removeAll { $0.viewType == viewType }
        mappingsDidChange()
    }

    private func mappingsDidChange() {
        candidates = [:]
        didChange()
    }

    /// Returns the first mapping for a model at a position. The model must not be an optional.
    ///
    /// The cost is one lookup by the model's type, and one test for each condition tried.
    func mapping(for model: Any, at place: IndexPath, of owner: CascadingBareTableDelegate) -> Mapping? {
        candidates(for: model).first { $0.condition?(model, place, owner) ?? true } ?? fallback
    }

    /// Returns the answer of the mapping for a model, or nil if there is no mapping or no closure.
    func answer<Argument, Result>(
        _ event: (RowEvents) -> MappingEvent<Argument, Result>, _ argument: Argument, for model: Any,
        at place: IndexPath, of owner: CascadingBareTableDelegate, showing displayed: Content?
    ) -> Result? {
        guard let mapping = mapping(for: model, at: place, of: owner), let body = event(mapping.events).body else {
            return nil
        }
        return body(model, place, { mapping.view(model, place, displayed, owner) }, argument)
    }

    /// Returns a Boolean value that indicates whether any mapping has a closure for an event.
    func reacts<Argument, Result>(
        to event: (RowEvents) -> MappingEvent<Argument, Result>
    ) -> Bool {
        mappings.contains { event($0.events).body != nil } || fallback.map { event($0.events).body != nil } ?? false
    }

    /// Returns a Boolean value that indicates whether a model of that type was shown before. Such a model is not an
    /// optional.
    func hasShown(_ model: Any) -> Bool {
        candidates[ObjectIdentifier(type(of: model))] != nil
    }

    /// Returns a sentence that says why no mapping is used for a model, and whether mappings for it are registered.
    func sentence(forMissing kind: String, for model: Any) -> (text: String, isRegistered: Bool) {
        let views = mappings.filter { $0.accepts(model) }.map { "\($0.viewType)" }
        guard !views.isEmpty else { return ("No \(kind) is registered for \(type(of: model)).", false) }
        let names = views.prefix(5).joined(separator: ", ")
        return ("No condition of the \(kind)s for \(type(of: model)) is met (\(names)).", true)
    }

    private func candidates(for model: Any) -> [Mapping] {
        let type = ObjectIdentifier(type(of: model))
        if let known = candidates[type] { return known }
        let found = mappings.filter { $0.accepts(model) }
        if !(model is any CastByContent) { candidates[type] = found }
        return found
    }
}

/// A type whose values can be cast to different types depending on their elements.
private protocol CastByContent {}
extension Array: CastByContent {}
extension Dictionary: CastByContent {}
extension Set: CastByContent {}
extension AnyHashable: CastByContent {}

extension Anomaly.Code {
    /// A row without a model, or with a model that is nil.
    public static let nilCellModel = Anomaly.Code(rawValue: "nilCellModel")
    /// A model of a row without a registered cell.
    public static let noCellMappingFound = Anomaly.Code(rawValue: "noCellMappingFound")
    /// A model of a row with registered cells, none of which has a condition that is met.
    public static let noCellConditionMet = Anomaly.Code(rawValue: "noCellConditionMet")
    /// A model of a header or footer without a registered view.
    public static let noHeaderFooterMappingFound = Anomaly.Code(rawValue: "noHeaderFooterMappingFound")
    /// A model of a header or footer with registered views, none of which has a condition that is met.
    public static let noHeaderFooterConditionMet = Anomaly.Code(rawValue: "noHeaderFooterConditionMet")
}
