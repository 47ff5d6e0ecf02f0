/// How the rows of a table are arranged in JSON: `_shape`.
public enum JSONShape: String, Sendable, Hashable, CaseIterable {
    /// The whole page: sections, and rows with their cells, links and actions.
    case cells
    /// An object whose `rows` are objects: the values of each row by column.
    case objects
    /// An array of objects, and nothing beside it.
    case array
    /// An object whose `rows` are arrays: the values of each row in the order of `columns`.
    case arrays
}
