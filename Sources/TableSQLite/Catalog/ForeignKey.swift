/// Columns that refer to a row of another table.
struct ForeignKey: Sendable, Hashable {
    var table: String
    /// The columns that refer, in order.
    var columns: [String]
    /// The columns referred to, in order; nil for the other table's primary key.
    var referredColumns: [String]?
}
