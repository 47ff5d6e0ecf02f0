import CascadingTable
import Synchronization
import TableTesting
import Testing

/// Tests the contract of row sources with sources in memory.
@Suite struct RowSourceContractTests {
    struct Letter: Identifiable, Sendable, Hashable {
        var id: Int
        var text: String
    }

    /// A source in memory, which may wait before each answer.
    struct Letters: RowSource {
        final class Store: Sendable {
            let rows: Mutex<[Letter]>
            init(_ rows: [Letter]) { self.rows = Mutex(rows) }
        }

        let store: Store
        var delay: Duration?
        var falsify: (@Sendable (RowRequest<Int>, RowPage<Letter>) -> RowPage<Letter>)?

        init(_ count: Int) { store = Store((0..<count).map { Letter(id: $0, text: String($0 % 7)) }) }

        var capabilities: RowCapabilities { [.sorts, .searches, .counts, .ranks] }

        func frozen() async throws -> Letters? {
            var copy = Letters(0)
            let rows = store.rows.withLock { $0 }
            copy.store.rows.withLock { $0 = rows }
            copy.delay = delay
            return copy
        }

        func rows(_ request: RowRequest<Int>) async throws -> RowPage<Letter> {
            if let delay { try await Task.sleep(for: delay) }
            var rows = store.rows.withLock { $0 }
            for word in request.query.words { rows = rows.filter { $0.text.contains(word) } }
            if let key = request.query.sort.first {
                rows.sort {
                    key.isAscending ? ($0.text, $0.id) < ($1.text, $1.id) : ($0.text, $0.id) > ($1.text, $1.id)
                }
            }
            let page = try RowPage(of: rows, for: request, state: rows)
            return falsify?(request, page) ?? page
        }
    }

    private let queries = [
        TableQuery(sort: [.init("text")]), TableQuery(sort: [.init("text", isAscending: false)]),
        TableQuery(search: "3"), TableQuery(search: "nothing"),
    ]

    @Test func aSourceInMemoryKeepsIt() async throws {
        let source = Letters(80)
        try await RowSourceContract(source, queries: queries, missing: [-1, 80]) {
            source.store.rows.withLock { _ = $0.removeFirst() }
        }.check()
    }

    /// A copy of a slow source keeps the contract, while the source itself changes.
    @Test func aSlowAndChangingSourceKeepsItInItsCopy() async throws {
        var source = Letters(60)
        source.delay = .milliseconds(1)
        let copy = try #require(try await source.frozen())
        let writer = Task { [source] in
            while !Task.isCancelled {
                source.store.rows.withLock { $0.append($0.removeFirst()) }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        defer { writer.cancel() }
        try await RowSourceContract(copy, queries: queries, missing: [-1]).check()
    }

    @Test(arguments: [
        "limit", "twice", "state", "hasLater", "hasEarlier", "rank", "count", "before", "around",
    ])
    func aBrokenSourceIsFound(fault: String) async throws {
        var source = Letters(40)
        source.falsify = { request, page in
            var page = page
            switch (fault, request.position) {
            case ("limit", _): page.rows.append(Letter(id: 99, text: ""))
            case ("twice", .after(6)): page.rows[0] = Letter(id: 3, text: "")
            case ("state", .after(6)): page.state = 1
            case ("hasLater", .after): page.hasLater = true
            case ("hasEarlier", .after): page.hasEarlier = false
            case ("rank", .after): page.rank = 0
            case ("count", _): page.count = .exact(41)
            case ("before", .before): page.rows.reverse()
            case ("around", .around): page.rows.removeAll()
            default: break
            }
            return page
        }
        let contract = RowSourceContract(source)
        await #expect(throws: ContractViolation.self) { try await contract.check() }
    }

    @Test func aCopyThatChangesIsFound() async throws {
        let letters = Letters(40)
        let contract = RowSourceContract<SharedCopy>(SharedCopy(letters: letters)) {
            letters.store.rows.withLock { _ = $0.removeFirst() }
        }
        await #expect(throws: ContractViolation.self) { try await contract.check() }
    }

    /// A source whose copy changes with it.
    private struct SharedCopy: RowSource {
        let letters: Letters
        func frozen() async throws -> SharedCopy? { self }
        func rows(_ request: RowRequest<Int>) async throws -> RowPage<Letter> { try await letters.rows(request) }
    }
}
