/// An optional whose type is not known.
protocol OptionalValue {
    var value: Any? { get }
}

extension Optional: OptionalValue {
    var value: Any? { self.map { $0 as Any } }
}

/// What is in an optional, however deeply; nil for none.
func unwrapped(_ model: Any) -> Any? {
    var model = model
    while let optional = model as? any OptionalValue {
        guard let value = optional.value else { return nil }
        model = value
    }
    return model
}

/// A type some of whose values can be cast to what others cannot: the elements decide.
protocol CastByContent {}

extension Array: CastByContent {}
extension Dictionary: CastByContent {}
extension Set: CastByContent {}
extension AnyHashable: CastByContent {}
