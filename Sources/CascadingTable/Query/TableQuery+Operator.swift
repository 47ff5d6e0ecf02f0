extension TableQuery {
    /// The comparison of a filter.
    ///
    /// Numbers are compared as numbers and dates as dates. Texts are compared without regard to case, except by
    /// `exact`, `not` and `in`.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        /// The value equals the operand.
        case exact
        /// The value does not equal the operand, or is null.
        case not
        /// The text of the value contains the operand. Case and accents are ignored.
        case contains
        /// The text of the value begins with the operand. Case and accents are ignored.
        case startswith
        /// The text of the value ends with the operand. Case and accents are ignored.
        case endswith
        /// The value is greater than the operand. Values that cannot be compared do not match.
        case gt
        /// The value is greater than the operand or equal to it. Values that cannot be compared do not match.
        case gte
        /// The value is less than the operand. Values that cannot be compared do not match.
        case lt
        /// The value is less than the operand or equal to it. Values that cannot be compared do not match.
        case lte
        /// The value is null. There is no operand.
        case isnull
        /// The value is not null. There is no operand.
        case notnull
        /// The value equals one of several operands, which are separated by commas; see ``Filter/value``.
        case `in`

        /// A Boolean value that indicates whether the comparison has an operand.
        public var takesValue: Bool { self != .isnull && self != .notnull }
    }

    // Limits that protect the server from expensive queries.
    /// The maximum number of filters in a query.
    public static let maxFilters = 20
    /// The maximum number of columns that a query can sort by.
    public static let maxSortKeys = 4
    /// The maximum number of words in a search.
    static let maxWords = 20
}
