/// What of a ``TableQuery`` a table answers. None by default: the order of rows belongs to the data source.
public struct TableQueryOptions: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let sorting = TableQueryOptions(rawValue: 1 << 0)
    public static let filtering = TableQueryOptions(rawValue: 1 << 1)
    public static let searching = TableQueryOptions(rawValue: 1 << 2)
    public static let all: TableQueryOptions = [.sorting, .filtering, .searching]
}
