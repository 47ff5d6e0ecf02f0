import Bytes
import Essentials

/// A page of a source after it was checked, with what was wrong with it.
struct SourcePage<Row: Identifiable & Sendable>: Sendable where Row.ID: LosslessStringConvertible & Sendable {
    /// The rows in their places. A row that is there twice leaves its second place empty.
    private(set) var rows: [(row: Row, name: ExactString)?] = []
    private(set) var rank: Int?
    private(set) var hasLater: Bool
    private(set) var count: RowPage<Row>.Count
    let state: (any Hashable & Sendable)?
    /// The sentences about what was wrong, for the developer.
    private(set) var problems: [String] = []
    /// The approximate size of the rows in memory, in bytes.
    private(set) var cost = 0

    /// Leaves out rows too many and rows that are there twice.
    init(_ page: RowPage<Row>, for request: RowRequest<Row.ID>) {
        (hasLater, rank, count, state) = (page.hasLater, page.rank, page.count, page.state)
        if let rank, !(0...Self.maxRank).contains(rank) {
            problems.append("It returned the rank \(rank), which is not used.")
            self.rank = nil
        }
        var found = page.rows[...]
        if found.count > request.limit {
            problems.append("It returned \(found.count) rows for a limit of \(request.limit). The others are left out.")
            if case .before = request.position {
                rank = rank.map { $0 + found.count - request.limit }
                found = found.suffix(request.limit)
            } else {
                found = found.prefix(request.limit)
                hasLater = true
            }
        }
        var names: Set<ExactString> = []
        // The row of the key is on the page beside this one.
        switch request.position {
        case .after(let key), .before(let key): names.insert(ExactString(key.description))
        case .first, .at, .around: break
        }
        rows.reserveCapacity(found.count)
        for row in found {
            let name = ExactString(row.id.description)
            if names.insert(name).inserted {
                rows.append((row, name))
            } else {
                rows.append(nil)
                problems.append("It returned the row \"\(name.wrappedValue)\" twice. The second one is left out.")
            }
        }
        // There is no row with the key.
        if rows.isEmpty, case .around = request.position { rank = nil }
        let sample = stride(from: 0, to: rows.count, by: max(rows.count / 4, 1))
        for case let entry? in sample.map({ rows[$0] }) { cost += Self.cost(of: entry.row) + 64 }
        cost = cost / max(min(rows.count, 4), 1) * rows.count
        switch count {
        case .exact(let number), .atLeast(let number), .about(let number):
            guard !(0...Self.maxRank).contains(number) else { break }
            problems.append("It returned the count \(number), which is not used.")
            count = .unknown
        case .unknown: break
        }
        // A sentence for each of a thousand rows would tell no more.
        problems = Array(problems.prefix(3))
    }

    private static var maxRank: Int { 1 << 40 }

    /// Estimates the size of a value in memory, from its texts and bytes.
    private static func cost(of value: Any, depth: Int = 3) -> Int {
        switch value {
        case let text as String: return 16 + text.utf8.count
        case let bytes as [UInt8]: return 32 + bytes.count
        case let bytes as Data: return 32 + bytes.count
        default:
            guard depth > 0 else { return 16 }
            return Mirror(reflecting: value).children.prefix(64).reduce(16) {
                $0 + cost(of: $1.value, depth: depth - 1)
            }
        }
    }

    /// Returns whether two states are equal, so that rows of both belong together.
    static func areEqual(_ one: (any Hashable & Sendable)?, _ other: (any Hashable & Sendable)?) -> Bool {
        one.map { AnyHashable($0) } == other.map { AnyHashable($0) }
    }
}
