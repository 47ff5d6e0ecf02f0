import Bytes
import CascadingTable
import Synchronization
import TableDatabase

/// The rows of a table in a read transaction.
///
/// The connection is used by the thread of the transaction only, since nothing in the transaction suspends.
struct SQLiteRows: RelationRows, @unchecked Sendable {
    let source: TableSource
    let prepared: PreparedRows
    let database: Transaction

    private var reader: TableReader { prepared.reader }
    var relation: Relation { reader.table.relation }
    var query: TableQuery { source.query }
    var state: RelationState? { RelationState(file: prepared.token.file, version: prepared.token.version) }
    var readsByKey: Bool { prepared.rowids == nil && reader.readsByKey }

    func page(_ place: RelationReader.Place, limit: Int) throws -> RelationReader.Page {
        if let rowids = prepared.rowids { return try reader.page(place, limit: limit, of: rowids, in: database) }
        if let known = source.prepared.value(of: prepared.token)?.first {
            switch place {
            case .first: return known.page(0, limit)
            case .offset(let number): return known.page(number, limit)
            default: break
            }
        }
        guard case .offset(let number) = place, reader.needsAnchors(number),
            let stored = source.prepared.value(of: prepared.token)
        else { return try reader.page(place, limit: limit, in: database) }
        let anchors = try stored.anchors ?? reader.anchors(in: database)
        if stored.anchors == nil { source.prepared.update(prepared.token) { $0.anchors = anchors } }
        return try reader.page(place, limit: limit, anchors: anchors, in: database)
    }

    func rank(ofRowNamed key: String, atMost limit: Int?) throws -> Int {
        try prepared.rowids.map { try reader.rank(ofRowNamed: key, among: $0, in: database) }
            ?? reader.rank(ofRowNamed: key, atMost: limit, in: database)
    }

    func count(within time: Duration?) throws -> Int {
        let known = source.prepared.value(of: prepared.token)?.count ?? prepared.rowids?.count
        if let known { return known }
        let count = try reader.count(in: database)
        source.prepared.update(prepared.token) { $0.count = count }
        return count
    }

    func quickCount() throws -> (count: Int, accuracy: RowCountAccuracy) {
        if let count = source.knownCount(in: prepared) { return (count, .exact) }
        let limit = TableReader.rowsCountedAtFirst
        // The statement of a visitor is run once for its rows and for their number, if they are few.
        if source.statement != nil, query.isEmpty {
            let page = try reader.page(.first, limit: limit, in: database)
            if !page.hasLater {
                source.prepared.update(prepared.token) { ($0.first, $0.count) = (page, page.batch.count) }
                return (page.batch.count, .exact)
            }
        }
        // Rows of which few match are searched for long.
        let (count, accuracy) = try reader.countFirstRows(
            within: source.configuration.countTimeout * 10, in: database)
        if accuracy == .exact { source.prepared.update(prepared.token) { $0.count = count } }
        return (count, accuracy)
    }

    func firstRow(beginningWith text: String, in name: String?, from start: Int) throws -> (Int?, searched: Int?) {
        guard readsByKey else { return try firstRowByReading(beginningWith: text, in: name, from: start) }
        return try reader.firstRow(
            beginningWith: text, in: name, from: start, of: count(within: nil), in: database)
    }

    /// Searches rows of views, and rows in the order of their relevance.
    private func firstRowByReading(
        beginningWith text: String, in name: String?, from start: Int
    ) throws -> (Int?, searched: Int?) {
        let beginning = PrefixMatcher(text)
        var first = start
        while true {
            let page = try page(.offset(first), limit: min(Self.rowsReadToFind, start + Self.maxRowsToFind - first))
            let place = (0..<page.batch.count).first { page.batch.cell(at: $0).begins(with: beginning, inColumn: name) }
            if let place { return (first + place, nil) }
            first += page.batch.count
            guard page.hasLater, page.batch.count > 0 else { return (nil, nil) }
            guard first < start + Self.maxRowsToFind else { return (nil, first - start) }
        }
    }

    /// The maximum number of rows that one search reads.
    private static let maxRowsToFind = 20_000
    private static let rowsReadToFind = 500

    func links(for keys: Set<ReferenceLinks.Key>) -> [ReferenceLinks.Key: TableLink?] {
        let known = source.prepared.value(of: prepared.token)?.references
        let references = known ?? reader.references(in: database)
        if known == nil { source.prepared.update(prepared.token) { $0.references = references } }
        return references.links(for: keys, from: reader.configuration.linkPrefix, in: database)
    }

    func relatedColumns() async throws -> [TableViewColumn] {
        try await relation.offeredColumns(SQLiteCatalog(configuration: source.configuration, database: database))
    }

    func advice() throws -> QueryAdvice { try reader.advice(in: database) }
    func refusal() throws -> TableViewError? { try reader.refusal(in: database) }

    func collect<Collector: GroupCollector>(_ request: GroupRequest, into collector: Collector) throws -> Collector? {
        var collector = collector
        try reader.collect(request, into: &collector, in: database)
        return collector
    }

    // MARK: - Sections

    private var column: RelationColumn? {
        get throws { try source.sectionColumn.map { try reader.table.column(named: $0) } }
    }

    func sections() throws -> [RelationSection]? {
        try column.map { try reader.sections(by: $0, limit: source.configuration.sectionLimit, in: database) }
    }

    func rows(of section: RelationSection) -> any RelationRows {
        var part = source
        (part.sectionColumn, part.prepared) = (nil, PreparedTable())
        return SQLiteRows(
            source: part, prepared: PreparedRows(prepared.token, reader.reader(of: section)), database: database)
    }

    func section(ofRowNamed key: String) throws -> Int? {
        try column.map { try reader.section(ofRowNamed: key, by: $0, in: database) } ?? 0
    }
}

/// The rows of a source in one state of the file, as they are read.
struct PreparedRows: Sendable {
    /// The token of that state.
    let token: SQLiteDatabase.ChangeToken
    var reader: TableReader
    /// The rowids of the rows in order, or nil if each page is found by its keys.
    ///
    /// They are set for results of a search by relevance, and for a copy that is read to its end.
    var rowids: [Int64]?
    /// The number of rows, once they are counted.
    var count: Int?
    /// All rows, if they were read with their number; otherwise nil.
    var first: RelationReader.Page?
    /// The positions of some rows of a long table; nil before a far row was asked for by number.
    var anchors: [[SQLValue]]?
    /// The tables that foreign keys refer to; nil before the first link was read.
    var references: [ReferenceReader]?

    init(_ token: SQLiteDatabase.ChangeToken, _ reader: TableReader) { (self.token, self.reader) = (token, reader) }
}

/// The rows of a source as they were prepared last.
final class PreparedTable: Sendable {
    private let rows = Mutex<PreparedRows?>(nil)

    /// The rows, whatever their state.
    var last: PreparedRows? { rows.locked { $0 } }

    /// Returns the rows of a state; nil if those of another one were prepared last.
    func value(of token: SQLiteDatabase.ChangeToken) -> PreparedRows? {
        rows.locked { $0.flatMap { $0.token == token ? $0 : nil } }
    }

    func set(_ value: PreparedRows) { rows.locked { $0 = value } }

    func update(_ token: SQLiteDatabase.ChangeToken, _ body: (inout PreparedRows) -> Void) {
        rows.locked { rows in
            guard var value = rows, value.token == token else { return }
            body(&value)
            rows = value
        }
    }
}

extension RelationReader.Page {
    /// Returns some of the rows.
    fileprivate func page(_ number: Int, _ limit: Int) -> RelationReader.Page {
        let numbers = (number..<number + limit).clamped(to: 0..<batch.count)
        return RelationReader.Page(
            batch: numbers.count == batch.count ? batch : batch.rows(at: Array(numbers)), hasEarlier: number > 0,
            hasLater: numbers.upperBound < batch.count)
    }
}
