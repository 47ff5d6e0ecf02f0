import TableDatabase

/// The numbers of types, which are the same in every server (`src/include/catalog/pg_type.dat`).
private enum PostgresType {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let integers: Set<UInt32> = [20, 21, 23, 26]
    static let floats: Set<UInt32> = [700, 701]
    static let numeric: UInt32 = 1700
    static let date: UInt32 = 1082
    static let timestamps: Set<UInt32> = [1114, 1184]
    static let json: Set<UInt32> = [114, 3802]
    /// The types that read the values of filters. That of days does not cut a time to its day.
    static let filtered: [UInt32: String] = [
        700: "real", 701: "float8", numeric: "numeric", date: "timestamp", 1114: "timestamp", 1184: "timestamptz",
    ]
    /// The types whose values functions of texts and bytes take: `bytea`, `text`, `varchar`.
    static let plain: Set<UInt32> = [bytes, 25, 1043]
    /// The types whose values can be long: `bytea`, `text`, `varchar`, `json`, `jsonb`, `xml`.
    static let long: Set<UInt32> = [bytes, 25, 1043, 114, 3802, 142]
}

extension ValueEncoding {
    /// Creates the encoding of a type; of the underlying type for a domain.
    init(ofPostgresType number: UInt32) {
        self =
            switch number {
            case PostgresType.boolean: .boolean
            case PostgresType.bytes: .bytes
            case PostgresType.numeric: .numeric
            case PostgresType.date: .date
            case _ where PostgresType.json.contains(number): .json
            case _ where PostgresType.integers.contains(number): .integer
            case _ where PostgresType.floats.contains(number): .float
            case _ where PostgresType.timestamps.contains(number): .timestamp
            default: .text
            }
    }
}

extension RelationColumn {
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The declared type.
    ///   - number: The number of the type in `pg_type`; that of the underlying type for a domain.
    ///   - isOrdered: Whether values can be sorted.
    init(_ name: String, type: String, postgresType number: UInt32, isOrdered: Bool) {
        self.init(name, type: type, ValueEncoding(ofPostgresType: number))
        // PostgreSQL itself reads the values of filters for types whose values a number or time of this program may not hold.
        sql.type = PostgresType.filtered[number]
        if !isOrdered { sql.expression = "\(expression)::text" }
        if !PostgresType.plain.contains(number) { plain = "\(expression)::text" }
        isLong = PostgresType.long.contains(number)
    }
}
