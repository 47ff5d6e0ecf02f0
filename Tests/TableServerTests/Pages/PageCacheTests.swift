import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering
import Testing

@testable import TableServer

@TableActor
@Suite struct PageCacheTests {
    private func key(
        _ name: String, table: String = "t", visitor: String = "", _ change: (inout PageRequest) -> Void = { _ in }
    ) throws -> PageCache.Key {
        var request = PageRequest(
            scope: .table, representation: .json, parameters: try PageParameters(Query(), limits: .init()),
            language: .english, base: "/\(name)/")
        change(&request)
        return PageCache.Key(table: table, request: request, visitor: visitor)
    }

    /// Returns a page with this cost in bytes in the cache, without its key.
    private func page(costing cost: Int, _ name: String = "page") throws -> CachedPage {
        CachedPage(
            [UInt8](repeating: 0x61, count: cost - 1024), .of(.init(contentType: "text/plain")),
            entityTag: "\"\(name)\"")
    }

    private func isCached(_ name: String, in cache: PageCache) throws -> Bool {
        cache.page(for: try key(name), revision: 1) != nil
    }

    private func insert(_ page: CachedPage, _ name: String, revision: UInt64 = 1, in cache: PageCache) throws {
        cache.insert(page, for: try key(name), revision: revision)
    }

    @Test func aPageIsFoundByItsKeyAndRevisionOnly() throws {
        let cache = PageCache(capacity: 100_000)
        try insert(page(costing: 2000, "a"), "a", revision: 7, in: cache)
        #expect(cache.page(for: try key("a"), revision: 7)?.entityTag == "\"a\"")
        #expect(cache.page(for: try key("a"), revision: 6) == nil)
        #expect(cache.page(for: try key("a"), revision: 8) == nil)
        #expect(cache.page(for: try key("a", visitor: "visitor"), revision: 7) == nil)
        #expect(cache.page(for: try key("b"), revision: 7) == nil)
    }

    @Test func `The texts of a client count`() throws {
        let text = String(repeating: "x", count: 1000)
        for change in [
            { $0.base += text }, { $0.parameters.embed = text }, { $0.parameters.anchor = .row(ExactString(text)) },
            { $0.parameters.anchor = .before(RowReference(indexPath: [0, 0], identifier: text)) },
            { $0.parameters.expanded = [ExactString(text)] },
        ] as [(inout PageRequest) -> Void] {
            #expect(try key("a", change).cost == key("a").cost + 1000)
        }
    }

    @Test func eachPartOfAKeyTellsPagesApart() throws {
        let keys = [
            try key("a"), try key("a", table: "u"), try key("b"), try key("a", visitor: "v"),
            try key("a") { $0.scope = .section(0) }, try key("a") { $0.scope = .row([0, 0]) },
            try key("a") { $0.representation = .html }, try key("a") { $0.parameters.size = 1 },
            try key("a") { $0.parameters.anchor = .after(RowReference(indexPath: [0, 0], identifier: "")) },
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try key("a") == keys[0])
    }

    @Test func aLaterRevisionTakesThePlaceOfTheOldOne() throws {
        // given room for four pages of one revision
        let cache = PageCache(capacity: 8100)
        for name in ["a", "b", "c", "d"] { try insert(page(costing: 2000), name, in: cache) }
        // when
        for _ in 0..<10 { try insert(page(costing: 2000), "a", revision: 2, in: cache) }
        // then no other page was evicted
        for name in ["b", "c", "d"] { #expect(try isCached(name, in: cache), "\(name)") }
        #expect(cache.page(for: try key("a"), revision: 2) != nil)
    }

    @Test func aPageThatComesLateDoesNotTakeThePlaceOfANewerOne() throws {
        let cache = PageCache(capacity: 100_000)
        try insert(page(costing: 2000, "new"), "a", revision: 2, in: cache)
        // when
        try insert(page(costing: 2000, "old"), "a", revision: 1, in: cache)
        // then
        #expect(cache.page(for: try key("a"), revision: 2)?.entityTag == "\"new\"")
        #expect(cache.page(for: try key("a"), revision: 1) == nil)
    }

    @Test func pagesAreBoundedInBytes() throws {
        let cache = PageCache(capacity: 8100)
        let names = (0..<20).map { "page\($0)" }
        for name in names { try insert(page(costing: 2000), name, in: cache) }
        #expect(try names.filter { try isCached($0, in: cache) } == ["page16", "page17", "page18", "page19"])
        #expect(cache.byteCount <= 8100)
    }

    @Test func whatTheClientWroteCountsToo() throws {
        let cache = PageCache(capacity: 40_000)
        let long = String(repeating: "x", count: 5000)
        var keys: [PageCache.Key] = []
        for index in 0..<12 {
            keys.append(
                try key("\(index)", visitor: index % 3 == 2 ? long : "") { request in
                    switch index % 3 {
                    case 0: request.base += long
                    case 1: request.parameters.anchor = .after(RowReference(indexPath: [0, 0], identifier: long))
                    default: break
                    }
                })
        }
        for key in keys { cache.insert(try page(costing: 1024), for: key, revision: 1) }
        #expect(keys.filter { cache.page(for: $0, revision: 1) != nil }.count == 6)
    }

    @Test func onePageMayTakeAQuarter() throws {
        let cache = PageCache(capacity: 8100)
        // given keys that cost three bytes
        try insert(page(costing: 2023), "a", in: cache)
        try insert(page(costing: 2022), "b", in: cache)
        #expect(try !isCached("a", in: cache))
        #expect(try isCached("b", in: cache))
    }

    @Test func aPageThatBecameTooLargeIsNotFoundAsItWas() throws {
        let cache = PageCache(capacity: 8100)
        try insert(page(costing: 2000), "a", in: cache)
        try insert(page(costing: 4000), "a", in: cache)
        #expect(try !isCached("a", in: cache))
    }

    @Test func thePageNotAskedForLongestGoes() throws {
        let cache = PageCache(capacity: 8100)
        for name in ["a", "b", "c", "d"] { try insert(page(costing: 2000), name, in: cache) }
        #expect(try isCached("a", in: cache))
        try insert(page(costing: 2000), "e", in: cache)
        #expect(try ["a", "b", "c", "d", "e"].filter { try isCached($0, in: cache) } == ["a", "c", "d", "e"])
    }

    @Test func withoutRoomNothingIsCached() throws {
        let cache = PageCache(capacity: 0)
        try insert(page(costing: 1024), "b", in: cache)
        #expect(try !isCached("b", in: cache))
    }
}
