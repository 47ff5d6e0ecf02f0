extension TableQuery {
    /// How a value is compared with that of a filter. Numbers are compared as numbers, dates as dates, and texts without
    /// regard to capitals but by `exact`, `not` and `in`.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        /// It is that value.
        case exact
        /// It is another value, or none.
        case not
        /// As a text it has that one in it; capitals and accents make no difference here and in the next two.
        case contains
        case startswith
        case endswith
        /// It is more; what cannot be compared is neither more nor less.
        case gt
        case gte
        case lt
        case lte
        case isnull
        case notnull
        /// It is one of several values, between which are commas.
        case `in`

        /// Whether it compares with anything.
        public var takesValue: Bool { self != .isnull && self != .notnull }
    }

    // A query that asks for more than a person would is refused.
    public static let maxFilters = 20
    public static let maxSortKeys = 4
    static let maxWords = 20
}
