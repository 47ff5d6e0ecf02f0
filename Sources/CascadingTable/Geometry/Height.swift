/// How high a row, header or footer is, in CSS pixels, or as high as what it holds.
public enum Height: Sendable, Hashable {
    /// As high as the content needs.
    case automatic
    /// That many CSS pixels; below zero, NaN and infinity are anomalies and count as `automatic`.
    case pixels(Double)

    /// Whether a table can be laid out with it.
    var isValid: Bool {
        switch self {
        case .automatic: true
        case .pixels(let pixels): pixels.isFinite && pixels >= 0
        }
    }
}

extension Height: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) { self = .pixels(Double(value)) }
    public init(floatLiteral value: Double) { self = .pixels(value) }
}
