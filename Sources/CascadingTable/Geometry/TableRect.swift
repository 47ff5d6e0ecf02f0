/// Where something stands in the table, in CSS pixels from the table's top.
public struct TableRect: Sendable, Hashable {
    public var minY: Double
    public var height: Double
    public var maxY: Double { minY + height }

    public init(minY: Double, height: Double) {
        self.minY = minY
        self.height = height
    }
}
