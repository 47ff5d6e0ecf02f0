/// An optional whose wrapped type is unknown.
protocol OptionalValue {
    var value: Any? { get }
}

extension Optional: OptionalValue {
    var value: Any? { self.map { $0 as Any } }
}

/// Returns the value inside any number of nested optionals, or nil if there is none.
func unwrapped(_ model: Any) -> Any? {
    var model = model
    while let optional = model as? any OptionalValue {
        guard let value = optional.value else { return nil }
        model = value
    }
    return model
}

/// Returns the beginning of a model's description on one line, in at most 100 characters.
func shortDescription(of model: Any) -> String {
    let text = String(describing: model)
    let line = String(text.prefix(99).map { $0.isNewline ? " " : $0 })
    return text.count > 99 ? line + "…" : line
}

/// A type whose values can be cast to different types depending on their elements.
protocol CastByContent {}

extension Array: CastByContent {}
extension Dictionary: CastByContent {}
extension Set: CastByContent {}
extension AnyHashable: CastByContent {}
