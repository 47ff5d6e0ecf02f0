import Bytes
import CascadingTable
import MicroHTTPD
import Testing

@testable import TableServer

@Suite struct ListStoreTests {
    private func parameters(_ query: String, _ lists: ListStore) throws -> PageParameters {
        var limits = TableServer.Configuration()
        limits.lists = lists
        return try PageParameters(Query(query), limits: limits)
    }

    /// Returns the query, after what it needs has been loaded.
    private func loaded(_ query: String, _ lists: ListStore) async throws -> PageParameters {
        do { return try parameters(query, lists) } catch let needed as TableLoadNeeded {
            try await needed.prefetch()
            return try parameters(query, lists)
        }
    }

    @Test func serversShareTheirLists() async throws {
        let store = MemoryStateStore()
        let (one, other) = (ListStore(store), ListStore(store))
        let token = try await one.keep(ValueList(["a", "b, c", ""]))
        #expect(ValueList.isToken(token) && token.utf8.count < 30)
        #expect(try one.values(of: token).values == ["a", "b, c", ""])
        #expect(throws: TableLoadNeeded.self) { try other.values(of: token) }
        let page = try await loaded("name__in=\(token.replacing("@", with: "%40"))", other)
        let query = try page.query.query(among: ["name"])
        #expect(query.filters[0].values == ["a", "b, c", ""] && query.filters[0].value == token)
        #expect(page.items.encoded == "name__in=%40\(token.dropFirst())")
    }

    @Test func onlyLongListsAreKept() async throws {
        let lists = ListStore(MemoryStateStore())
        var short = try parameters("a__in=1,2&b=\(String(repeating: "x", count: 5_000))", lists).query
        let before = short
        try await short.keepLists(in: lists)
        #expect(short == before)
        let values = (0..<1_000).map { "\($0)" }.joined(separator: ",")
        var long = try parameters("a__in=\(values)&a__notin=\(values)&b=\(values)", lists).query
        try await long.keepLists(in: lists)
        #expect(long.filters.map { ValueList.isToken($0.value) } == [true, true, false])
    }

    @Test func theValuesOfAllListsOfAPageAreLimited() async throws {
        let lists = ListStore(MemoryStateStore())
        let token = try await lists.keep(ValueList((0..<20_000).map { "\($0)" })).replacing("@", with: "%40")
        _ = try parameters("a__in=\(token)", lists)
        let other = try await lists.keep(ValueList((0..<20_000).map { "\($0)" })).replacing("@", with: "%40")
        #expect { try parameters("a__in=\(token)&b__in=\(other)", lists) } throws: {
            ($0 as? ProblemDetails)?.status == .badRequest
        }
        await #expect(throws: ProblemDetails.self) {
            try await lists.keep(ValueList((0...ValueList.maxCount).map { "\($0)" }))
        }
    }

    @Test func aListThatIsGoneIsTold() async throws {
        let lists = ListStore(MemoryStateStore())
        await #expect { try await loaded("a__in=%40abcdefghijklmnopqrstuvwxyz", lists) } throws: {
            ($0 as? ProblemDetails)?.status == .badRequest
        }
    }
}
