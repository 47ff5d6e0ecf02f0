/// A mapping as its manager stores it, without its types. The subclasses know the types.
@TableActor
class RegisteredMapping<Place, Content> {
    let viewType: Any.Type
    let modelType: Any.Type

    var condition = ErasedMappingCondition<Place>.none { didSet { list?.conditionsDidChange() } }
    /// The name that your code set, or nil.
    var ownIdentifier: String? { didSet { list?.identifierDidChange(of: self) } }

    /// The list that contains, or contained, the mapping.
    weak var list: MappingList<Place, Content>?
    var isRegistered = false

    private var reactions = [AnyReaction?](repeating: nil, count: MappingEventKind.allCases.count)
    private(set) var kinds: MappingEventKinds = []

    init(viewType: Any.Type, modelType: Any.Type) {
        self.viewType = viewType
        self.modelType = modelType
    }

    var reuseIdentifier: String { ownIdentifier ?? "\(viewType)" }

    /// Returns a Boolean value that indicates whether a model is of the mapping's type. The model must not be an
    /// optional.
    func accepts(_ model: Any) -> Bool { false }

    /// Returns the content of the view for a model, or nil for a model of another type.
    func content(for model: Any, at place: Place) -> Content? { nil }

    /// Returns the view for a model. If `displayed` is not nil, the view shows it instead of its own content.
    func view(for model: Any, at place: Place, showing displayed: Content?) -> Any? { nil }

    /// Sets the reaction to an event and replaces the previous one.
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
