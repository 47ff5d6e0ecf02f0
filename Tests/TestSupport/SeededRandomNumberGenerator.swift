/// A random number generator that gives the same numbers for the same seed, so that a failed test fails again.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: Any number. Neighbouring seeds give unrelated numbers.
    public init(seed: UInt64) { state = Self.mixed(seed) }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a random text. Half of its characters are difficult for parsers.
    ///
    /// - Parameter count: The maximum number of Unicode scalars.
    public mutating func text(upTo count: Int) -> String {
        let awkward = Array(
            "~.0123456789-+ %_=&?#/\\\"'<>,;:@[]*\u{0}\n\r\t\u{301}\u{200D}\u{FE0F}\u{661}é👩‍🚀".unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            if Bool.random(using: &self), let scalar = awkward.randomElement(using: &self) {
                text.append(scalar)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
