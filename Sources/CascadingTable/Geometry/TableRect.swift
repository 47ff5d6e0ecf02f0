/// The vertical position of a row or section, in CSS pixels from the top of the table.
public struct TableRect: Sendable, Hashable {
    /// The distance from the top of the table to the upper edge, in CSS pixels.
    public var minY: Double
    /// The height, in CSS pixels.
    public var height: Double
    /// The distance from the top of the table to the lower edge, in CSS pixels.
    public var maxY: Double { minY + height }

    /// Creates a vertical position.
    ///
    /// - Parameters:
    ///   - minY: The distance from the top of the table to the upper edge, in CSS pixels.
    ///   - height: The height, in CSS pixels.
    public init(minY: Double, height: Double) {
        self.minY = minY
        self.height = height
    }
}
