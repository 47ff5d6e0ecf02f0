/// One named value of a cell.
///
/// The name is the key in JSON and the heading in CSV, so it is unique in its cell.
public struct Field: Sendable, Hashable {
    public var name: String
    public var value: FieldValue

    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}
