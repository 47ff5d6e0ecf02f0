extension TableQuery {
    /// The comparison of a filter.
    ///
    /// Numbers are compared as numbers and dates as dates. Texts are compared without regard to case, except by
    /// `exact`, `not` and `in`.
    public struct Operator: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// The word in an address, such as `gt`.
        public let rawValue: String
        /// The test of a value.
        package let test: Test
        /// A Boolean value that indicates whether the values match that fail the test. Null is one of them.
        package let isNegated: Bool

        /// The tests, which databases and tables in memory have in common. Menus, addresses, forms and SQL follow from the
        /// test of an operator.
        package enum Test: Sendable, Hashable {
            /// The value equals the operand, or one of a list of operands.
            case equals(isList: Bool)
            case text(TextPart)
            case compares(Comparison)
            /// The value is in the range of the filter; see ``Filter/range``.
            case isInRange(Range)
            /// The row is one of the first ones with its value, in the order of the query. The operand is their number.
            case isAmongFirst
            case isNull
            case isEmpty
        }

        /// The part of a text that the operand is. Case and accents are ignored.
        package enum TextPart: String, Sendable, Hashable { case contains, startswith, endswith }

        /// The range that the operand is.
        package enum Range: Sendable, Hashable {
            /// Two values, which belong to it.
            case values
            /// A time before the day of the filter, which belongs to it, such as `30d`, or the `month` of that day.
            case time
        }

        /// The order of the value and the operand. Values that cannot be compared do not match.
        package enum Comparison: String, Sendable, Hashable {
            case greater = ">"
            case greaterOrEqual = ">="
            case less = "<"
            case lessOrEqual = "<="
        }

        private init(_ rawValue: String, _ test: Test, isNegated: Bool = false) {
            (self.rawValue, self.test, self.isNegated) = (rawValue, test, isNegated)
        }

        /// Creates the operator of a word; nil for an unknown word.
        ///
        /// - Parameter rawValue: The word.
        public init?(rawValue: String) {
            guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = found
        }

        /// All operators, in the order of menus.
        public static let allCases: [Operator] = [
            exact, not, contains, notcontains, startswith, endswith, gt, gte, lt, lte, between, within, isnull, notnull,
            empty, `in`, notin, top, nottop,
        ]

        /// The value equals the operand.
        public static let exact = Operator("exact", .equals(isList: false))
        /// The value does not equal the operand, or is null.
        public static let not = Operator("not", .equals(isList: false), isNegated: true)
        /// The text of the value contains the operand. Case and accents are ignored.
        public static let contains = Operator("contains", .text(.contains))
        /// The text of the value does not contain the operand, or there is no text. Case and accents are ignored.
        public static let notcontains = Operator("notcontains", .text(.contains), isNegated: true)
        /// The text of the value begins with the operand. Case and accents are ignored.
        public static let startswith = Operator("startswith", .text(.startswith))
        /// The text of the value ends with the operand. Case and accents are ignored.
        public static let endswith = Operator("endswith", .text(.endswith))
        /// The value is greater than the operand. Values that cannot be compared do not match.
        public static let gt = Operator("gt", .compares(.greater))
        /// The value is greater than the operand or equal to it. Values that cannot be compared do not match.
        public static let gte = Operator("gte", .compares(.greaterOrEqual))
        /// The value is less than the operand. Values that cannot be compared do not match.
        public static let lt = Operator("lt", .compares(.less))
        /// The value is less than the operand or equal to it. Values that cannot be compared do not match.
        public static let lte = Operator("lte", .compares(.lessOrEqual))
        /// The value is null. There is no operand.
        public static let isnull = Operator("isnull", .isNull)
        /// The value is not null. There is no operand.
        public static let notnull = Operator("notnull", .isNull, isNegated: true)
        /// The value is the empty text. There is no operand.
        public static let empty = Operator("empty", .isEmpty)
        /// The value equals one of several operands, which are separated by commas; see ``Filter/value``.
        public static let `in` = Operator("in", .equals(isList: true))

        /// The value equals none of several operands, or is null.
        public static let notin = Operator("notin", .equals(isList: true), isNegated: true)
        /// The value is one of two operands or between them: `10, 20`.
        public static let between = Operator("between", .isInRange(.values))
        /// The value is a date in the last days, weeks, months or years with today: `30d`, `2w`, `6m`, `1y`. Or it is a date of
        /// `today`, or of this `week`, `month` or `year`. Days are those of UTC.
        public static let within = Operator("within", .isInRange(.time))

        /// The row is one of the first ones with its value, in the order of the query. The operand is their number. All other
        /// filters must hold for these rows.
        public static let top = Operator("top", .isAmongFirst)
        /// The row is none of the first ones with its value: `1` leaves the rows whose value an earlier row has.
        public static let nottop = Operator("nottop", .isAmongFirst, isNegated: true)

        /// A Boolean value that indicates whether the comparison has an operand.
        public var takesValue: Bool { test != .isNull && test != .isEmpty }

        /// The values that a column must have so that forms offer the comparison: `text`, or `many` besides true and false;
        /// nil for any column.
        package var need: String? {
            switch test {
            case .text: "text"
            case .compares, .isInRange, .isEmpty, .isAmongFirst, .equals(isList: true): "many"
            case .isNull, .equals: nil
            }
        }

        /// Two operators are equal if their words are.
        public static func == (one: Operator, other: Operator) -> Bool { one.rawValue == other.rawValue }

        /// Adds the word to a hash.
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }
}
