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

/// A type whose values can be cast to different types depending on their elements.
protocol CastByContent {}

extension Array: CastByContent {}
extension Dictionary: CastByContent {}
extension Set: CastByContent {}
extension AnyHashable: CastByContent {}
