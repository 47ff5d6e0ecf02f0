import FoundationEssentials

/// Where in a storage each row is that has a name, as of a revision of the table.
struct RowNames {
    var places: [String: IndexPath] = [:]
    var revision: UInt64
}
