/// What a mapping can react to, with the types of what it is given beside its view, model and place, and of its answer.
struct MappingEvent<Argument, Result> {
    let kind: MappingEventKind

    init(_ kind: MappingEventKind) {
        self.kind = kind
    }
}
