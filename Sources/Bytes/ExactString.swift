/// A text that equals another one only if their bytes are equal.
///
/// Databases compare names and values by bytes. Swift's `String` treats é and e with a combining accent as equal. Use
/// this type as the key of a dictionary. As a property wrapper, it makes a type compare one of its texts by bytes:
///
/// ```swift
/// struct SortKey: Hashable {
///     @ExactString var column: String
/// }
/// ```
@propertyWrapper
public struct ExactString: Sendable, Hashable {
    /// The text.
    public var wrappedValue: String

    /// Creates the value of a property from its text.
    public init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }

    /// Creates a key from its text.
    public init(_ text: String) {
        wrappedValue = text
    }

    /// Returns whether the bytes of two texts are equal.
    public static func == (one: ExactString, other: ExactString) -> Bool {
        one.wrappedValue.isExactly(other.wrappedValue)
    }

    /// Hashes the bytes of the text.
    public func hash(into hasher: inout Hasher) {
        var text = wrappedValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Returns whether the bytes of two texts are equal, as databases compare names.
    package func isExactly(_ other: String) -> Bool {
        // Buffers are compared much faster than views of texts.
        var (one, other) = (self, other)
        return one.withUTF8 { one in other.withUTF8 { one.count == $0.count && one.elementsEqual($0) } }
    }
}
