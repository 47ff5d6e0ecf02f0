/// The height of a row, header or footer: a number of CSS pixels, or as high as the content.
///
/// Number literals are pixels: `let height: Height = 44`.
public enum Height: Sendable, Hashable {
    /// As high as the content needs.
    case automatic
    /// A number of CSS pixels. A negative, infinite or NaN number is reported as an anomaly and counts as `automatic`.
    case pixels(Double)

    /// A Boolean value that indicates whether a table can use the height.
    var isValid: Bool {
        switch self {
        case .automatic: true
        case .pixels(let pixels): pixels.isFinite && pixels >= 0
        }
    }
}

extension Height: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a height in CSS pixels.
    public init(integerLiteral value: Int) { self = .pixels(Double(value)) }
    /// Creates a height in CSS pixels.
    public init(floatLiteral value: Double) { self = .pixels(value) }
}
