/// What a mapping can react to, with the types of what it is given beside its view, model and place, and of its answer.
struct MappingEvent<Argument, Result> {
    let kind: MappingEventKind

    init(_ kind: MappingEventKind) {
        self.kind = kind
    }
}

extension MappingEvent where Argument == Void, Result == Void {
    static var willDisplay: Self { Self(.willDisplay) }
    static var didEndDisplaying: Self { Self(.didEndDisplaying) }
}

extension MappingEvent where Argument == Void, Result == Height {
    static var height: Self { Self(.height) }
    static var estimatedHeight: Self { Self(.estimatedHeight) }
}
