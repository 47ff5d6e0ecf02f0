import CascadingTable

/// One column of one row.
struct RowColumn: Sendable {
    var name: String
    /// As it was declared.
    var type: String
    var value: FieldValue
    /// To the row of another table that it refers to.
    var link: String?
}
