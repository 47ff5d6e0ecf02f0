/// A reaction of a mapping to one event, without the types of the event.
@TableActor
class AnyReaction {}

/// A reaction of a mapping to one event. It returns nil for a model or a view of another type.
@TableActor
final class Reaction<Place, Content, Argument, Result>: AnyReaction {
    typealias Body = @TableActor (Occasion<Place, Content>, Argument) -> Result?

    let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }
}

/// The mapping, the model and the position of one event.
struct Occasion<Place, Content> {
    var mapping: RegisteredMapping<Place, Content>
    var model: Any
    var place: Place
    /// The content on the page, if the event is about displayed content.
    var displayed: Content?
}
