/// The place of an event in each mapping's table of reactions.
enum MappingEventKind: Int, CaseIterable {
    case willDisplay, didEndDisplaying
    case height, estimatedHeight
}

/// Several of them.
struct MappingEventKinds: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(_ kind: MappingEventKind) {
        self.init(rawValue: 1 << UInt64(kind.rawValue))
    }
}
