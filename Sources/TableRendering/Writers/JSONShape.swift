/// The shape of a table's rows in JSON, chosen with `_shape`.
package enum JSONShape: String, Sendable, Hashable, CaseIterable {
    /// An object with the whole page: sections, and rows with their cells, links and actions.
    case cells
    /// An object whose `rows` are objects: the values of each row by column.
    case objects
    /// An array of objects, without an enclosing object.
    case array
    /// An object whose `rows` are arrays: the values of each row, in the order of `columns`.
    case arrays
}
