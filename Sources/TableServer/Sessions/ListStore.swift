import Bytes
import CascadingTable
import HTTPMessages
import Synchronization

/// The lists of values that are too long for an address. A filter names one by its token: `tailnum__in=@TOKEN`.
///
/// The list of a token never changes. Servers that share a ``StateStore`` share their lists.
final class ListStore: Sendable {
    private let store: any StateStore
    /// The lists that were used last; nil for tokens that the store does not have.
    private let lists = Mutex(LRUCache<String, KeptValues?>())

    /// The length in bytes of a list that an address still contains.
    static let maxBytesInAddress = 2_000
    /// The limit in bytes of the lists in memory.
    static let maxBytes = 32 << 20
    private static let lifetime = Duration.seconds(30 * 86_400)

    init(_ store: any StateStore) { self.store = store }

    /// Returns the list of a token.
    ///
    /// - Throws: `TableLoadNeeded` if it must be read from the store first; ``ProblemDetails`` 400 if there is none.
    func values(of token: String) throws -> KeptValues {
        if let known = lists.locked({ $0.value(for: token) }) {
            guard let known else {
                throw ProblemDetails(.badRequest, "The server no longer has the list of this filter. Filter again.")
            }
            return known
        }
        throw TableLoadNeeded(prefetch: .awaiting { [self] in try await load(token) })
    }

    /// Keeps a list, and returns its token.
    ///
    /// - Throws: ``ProblemDetails`` 400 for a list that is too long.
    func keep(_ list: ValueList) async throws -> String {
        guard list.values.count <= ValueList.maxCount else { throw ProblemDetails.listTooLong }
        let random = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let token = "@" + String(repeating: "0", count: max(0, 20 - random.utf8.count)) + random
        let value = StateValue(Array(list.text.utf8), lifetime: Self.lifetime)
        guard try await store.set(value, for: Self.key(token), ifEqual: nil) == .done else {
            throw ProblemDetails(.serviceUnavailable, "The server cannot keep the list now. Try again later.")
        }
        remember(list, of: token)
        return token
    }

    private func load(_ token: String) async throws {
        let bytes = try await store.value(for: Self.key(token))
        remember(bytes.map { ValueList(parsing: String(decoding: $0, as: UTF8.self)) }, of: token)
    }

    private func remember(_ list: ValueList?, of token: String) {
        let cost = list?.values.reduce(0) { $0 + 32 + $1.utf8.count } ?? 0
        lists.locked {
            _ = $0.insert(list.map { KeptValues($0.values, of: token) }, for: token, cost: 128 + cost)
            $0.removeOldest(untilCostIsAtMost: Self.maxBytes)
        }
    }

    private static func key(_ token: String) -> String { "list \(token)" }
}

extension ProblemDetails {
    /// The error for filters whose address no browser or proxy would take.
    static var addressTooLong: ProblemDetails {
        ProblemDetails(.badRequest, "These filters are too long for an address.")
    }

    /// The error for a list of values that is longer than a statement can be.
    static var listTooLong: ProblemDetails {
        ProblemDetails(.badRequest, "A filter can have at most \(ValueList.maxCount) values.")
    }
}

extension FilterParameters {
    /// Puts tokens in the place of lists that are too long for an address.
    mutating func keepLists(in store: ListStore) async throws {
        for index in filters.indices where filters[index].isList {
            let value = filters[index].value
            guard value.utf8.count > ListStore.maxBytesInAddress else { continue }
            filters[index].value = try await store.keep(ValueList(parsing: value))
        }
    }

    /// Finds the lists that the filters name by their tokens.
    ///
    /// - Throws: `TableLoadNeeded` if they must be read first; ``ProblemDetails`` 400 for too many values.
    mutating func findLists(in store: ListStore?) throws {
        for item in filters where item.isList && ValueList.isToken(item.value) {
            keptValues[ExactString(item.value)] = try store?.values(of: item.value)
        }
        let counts = filters.compactMap { keptValues[ExactString($0.value)]?.values.count }
        guard counts.reduce(0, +) <= ValueList.maxCount else { throw ProblemDetails.listTooLong }
    }
}

extension FilterParameters.Item {
    /// A Boolean value that indicates whether the item is a filter with a list of values.
    fileprivate var isList: Bool { TableQuery.Filter.split(name)?.operator?.test == .equals(isList: true) }
}
