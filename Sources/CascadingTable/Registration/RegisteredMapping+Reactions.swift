/// Reactions with the types of the mapping or wider ones. A model or a view of another type gets no reaction.
extension RegisteredMapping {
    func react<View, Model, Result>(
        to event: MappingEvent<Void, Result>, withView handler: @escaping @TableActor (View, Model, Place) -> Result
    ) {
        react(to: event, withArgument: { (_: Void, view: View, model: Model, place) in handler(view, model, place) })
    }

    func react<View, Model, Argument, Result>(
        to event: MappingEvent<Argument, Result>,
        withArgument handler: @escaping @TableActor (Argument, View, Model, Place) -> Result
    ) {
        react(to: event) { occasion, argument in
            guard let model = occasion.model as? Model,
                let view = occasion.mapping.view(
                    for: occasion.model, at: occasion.place, showing: occasion.displayed) as? View
            else { return nil }
            return handler(argument, view, model, occasion.place)
        }
    }

    func react<Model, Result>(
        to event: MappingEvent<Void, Result>, withModel handler: @escaping @TableActor (Model, Place) -> Result
    ) {
        react(to: event) { occasion, _ in
            (occasion.model as? Model).map { handler($0, occasion.place) }
        }
    }
}
