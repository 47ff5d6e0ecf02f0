import HTTPTypes
import Testing

@testable import HTTPMessages

struct QueryTests {
    @Test func keepsOrderAndDuplicates() throws {
        // given
        let query = try Query("tag=a&_sort=name&tag=b&flag&empty=&&é=1".replacing("é", with: "%C3%A9"))
        // then
        #expect(query.map(\.name) == ["tag", "_sort", "tag", "flag", "empty", "é"])
        #expect(query["tag"] == "a")
        #expect(query.all("tag") == ["a", "b"])
        #expect(query["flag"] == "")
        #expect(query["none"] == nil)
        #expect(query.all("none") == [])
    }

    @Test(arguments: [("a=b=c", "a", "b=c"), ("=v", "", "v"), ("a+b=c+d", "a b", "c d"), ("a%3Db=%26", "a=b", "&")])
    func splitsOnce(_ text: String, _ name: String, _ value: String) throws {
        #expect(try Array(Query(text)) == [Query.Item(name: name, value: value)])
    }

    @Test(arguments: ["a=%", "%zz", "a=%00", "a=%ff"])
    func refuses(_ text: String) {
        #expect(throws: HTTPError.self) { try Query(text) }
    }

    @Test func countsItems() throws {
        #expect(try Query("a&b&c", limit: 3).count == 3)
        #expect { try Query("a&b&c&d", limit: 3) } throws: { ($0 as? HTTPError)?.status == .badRequest }
    }
}
