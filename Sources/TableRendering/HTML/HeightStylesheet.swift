import Bytes

/// The style sheet that gives rows their heights by class, since a page's policy allows no `style` attribute.
public struct HeightStylesheet: Sendable {
    /// The sheet.
    public let bytes: [UInt8]

    /// The most heights of one sheet; a page of the largest size has no more.
    private static let maxCount = 1000

    /// - Parameter list: heights in CSS pixels separated by commas, such as `44,72.5`; nil for anything else.
    public init?(_ list: String) {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maxCount else { return nil }
        var writer = ByteWriter()
        for part in parts {
            guard let pixels = Self.pixels(part) else { return nil }
            writer.raw("tr.")
            writer.heightClass(pixels)
            writer.raw("{height:")
            _ = writer.decimal(pixels)
            writer.raw("px}\n")
        }
        bytes = writer.bytes
    }

    /// A decimal with digits and at most one point, and nothing that a number may have besides.
    private static func pixels(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return Double(text)
    }
}

extension ByteWriter {
    /// The class of rows that are so many pixels high, to the hundredth: `h44`, `h72_5`.
    mutating func heightClass(_ pixels: Double) {
        byte(0x68)
        let hundredths = Int(min(max(pixels, 0), 1e7) * 100 + 0.5)
        integer(hundredths / 100)
        let fraction = hundredths % 100
        guard fraction > 0 else { return }
        byte(0x5F)
        if fraction < 10 { byte(0x30) }
        integer(fraction % 10 == 0 ? fraction / 10 : fraction)
    }
}
