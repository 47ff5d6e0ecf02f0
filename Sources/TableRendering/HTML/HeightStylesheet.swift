import Bytes

/// The style sheet with a class for each row height, and the widths of columns. The security policy of pages allows no
/// `style` attributes.
package struct HeightStylesheet: Sendable {
    /// The style sheet in UTF-8.
    package let bytes: [UInt8]

    /// The limit of heights in one style sheet. A page of the largest size needs no more.
    private static let maxCount = 1000

    /// Creates a style sheet; nil for an invalid list.
    ///
    /// - Parameter list: The heights in CSS pixels, and the widths of columns after their places from 1, separated by commas,
    ///   such as `44,72.5,2:120`. At most 1,000 of them.
    package init?(_ list: String) {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maxCount else { return nil }
        var writer = ByteWriter()
        for part in parts {
            if let colon = part.firstIndex(of: ":") {
                guard let place = Int(part[..<colon]), 1...10_000 ~= place,
                    let width = Self.pixels(part[part.index(after: colon)...])
                else { return nil }
                writer.raw("#table>*>tr>:nth-child(")
                writer.integer(place)
                writer.raw("):not([colspan]){overflow-wrap:anywhere")
                for property: StaticString in [";inline-size:", ";min-inline-size:", ";max-inline-size:"] {
                    writer.raw(property)
                    _ = writer.decimal(width)
                    writer.raw("px")
                }
                writer.raw("}\n")
                continue
            }
            guard let pixels = Self.pixels(part) else { return nil }
            writer.raw("tr.")
            writer.heightClass(pixels)
            writer.raw("{height:")
            _ = writer.decimal(pixels)
            writer.raw("px}\n")
        }
        bytes = writer.bytes
    }

    /// Reads a decimal of digits and at most one point.
    private static func pixels(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return Double(text)
    }
}

extension ByteWriter {
    /// Writes the class name of a height, rounded to hundredths: `h44`, `h72_5`.
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
