/// A mapping as its manager keeps it, whatever its types; a subclass knows them.
@TableActor
class RegisteredMapping<Place, Content> {
    let viewType: Any.Type
    let modelType: Any.Type

    var condition = ErasedMappingCondition<Place>.none { didSet { list?.conditionsDidChange() } }
    /// The name that was given to it.
    var ownIdentifier: String? { didSet { list?.identifierDidChange(of: self) } }

    /// Where it is registered, and was.
    weak var list: MappingList<Place, Content>?
    var isRegistered = false

    private var reactions = [AnyReaction?](repeating: nil, count: MappingEventKind.allCases.count)
    private(set) var kinds: MappingEventKinds = []

    init(viewType: Any.Type, modelType: Any.Type) {
        self.viewType = viewType
        self.modelType = modelType
    }

    var reuseIdentifier: String { ownIdentifier ?? "\(viewType)" }

    /// Whether the model, which is no optional, is of the mapping's type.
    func accepts(_ model: Any) -> Bool { false }

    /// What the view of that model shows, or nil for a model of another type.
    func content(for model: Any, at place: Place) -> Content? { nil }

    /// The view of that model, showing what is given in place of what it builds.
    func view(for model: Any, at place: Place, showing displayed: Content?) -> Any? { nil }

    /// Calls a closure that refuses by throwing what the visitor does.
    func refusing(_ body: () throws -> Void) {
        do { try body() } catch { list?.owner?.refuse(error) }
    }

    /// Does that at the event from now on, in place of what it did before.
    func react<Argument, Result>(
        to event: MappingEvent<Argument, Result>, _ body: @escaping Reaction<Place, Content, Argument, Result>.Body
    ) {
        reactions[event.kind.rawValue] = Reaction(body)
        kinds.insert(MappingEventKinds(event.kind))
        list?.reactionsDidChange(of: self)
    }

    func reaction<Argument, Result>(
        to event: MappingEvent<Argument, Result>
    ) -> Reaction<Place, Content, Argument, Result>? {
        reactions[event.kind.rawValue] as? Reaction<Place, Content, Argument, Result>
    }
}
