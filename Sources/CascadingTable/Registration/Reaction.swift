/// What a mapping does at one event, whatever the event's types.
@TableActor
class AnyReaction {}

/// What a mapping does at one event; nothing comes of it where the model or the view is of another type.
@TableActor
final class Reaction<Place, Content, Argument, Result>: AnyReaction {
    typealias Body = @TableActor (Occasion<Place, Content>, Argument) -> Result?

    let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }
}

/// Where an event happens.
struct Occasion<Place, Content> {
    var mapping: RegisteredMapping<Place, Content>
    var model: Any
    var place: Place
    /// What is on the page there, when that is what the event is about.
    var displayed: Content?
}
