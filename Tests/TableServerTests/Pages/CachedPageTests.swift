import HTTPTypes
import MicroHTTPD
import TestSupport
import Testing

@testable import TableServer

@Suite struct CachedPageTests {
    private func page(isPrivate: Bool = false, links: String? = nil) throws -> CachedPage {
        var fields = HTTPFields()
        if let links { fields[try #require(.init("Link"))] = links }
        return CachedPage(
            Array("text".utf8), .of(.init(contentType: "text/plain", isPrivate: isPrivate)), entityTag: "\"a\"",
            adding: fields)
    }

    private func answer(of page: CachedPage, to headers: HTTPFields) throws -> PrebuiltResponse {
        page.response(to: .init(of: try .make(headers: headers)))
    }

    @Test(arguments: [
        "\"a\"", "W/\"a\"", "*", "\"b\", \"a\"", "\"a\",\"b\"", "\"b\" , W/\"a\"", " \"a\" ", "\"b\",\t\"a\"\t",
        ",\"a\"", ", ,\"a\",,", "W/\"b\",\"a b\",\"a\"", "\"b,c\",\"a\"",
    ])
    func listsThatNameThePage(list: String) throws {
        #expect(CachedPage.matches(list, "\"a\""))
        #expect(try answer(of: page(), to: [.ifNoneMatch: list]).status == .notModified)
    }

    @Test(arguments: [
        "", "a", "\"A\"", "\"a", "a\"", "w/\"a\"", "W/ \"a\"", "W/a", "W/W/\"a\"", "\"a\"\"a\"", "\"a\" \"b\"", "\"b\"",
        "\"ab\"", "\"*\"", "**", "\"b,*,c\"", "\"b, a\"", "\u{301}\"a\"", "\"a\u{301}\"",
    ])
    func listsThatNameOthers(list: String) {
        #expect(!CachedPage.matches(list, "\"a\""))
    }

    @Test func thePageIsSentToWhoHasNoneOrAnother() throws {
        let page = try page(links: "</?_next=x>; rel=\"next\"")
        for headers: HTTPFields in [[:], [.ifNoneMatch: "\"b\""], [.ifMatch: "\"a\""]] {
            let answer = try answer(of: page, to: headers)
            #expect(answer.status == .ok)
            #expect(answer.bytes == Array("text".utf8))
            #expect(answer.headers[.contentType] == "text/plain")
            #expect(answer.headers.values("Link") == ["</?_next=x>; rel=\"next\""])
        }
    }

    /// A 304 response has only the headers that caches need to update their page (RFC 9110, 15.4.5).
    @Test(arguments: [(true, "private, no-cache"), (false, "no-cache")])
    func whoHasThePageIsToldHowToKeepIt(isPrivate: Bool, cacheControl: String) throws {
        let page = try page(isPrivate: isPrivate, links: "</>; rel=\"next\"")
        let whole = try answer(of: page, to: [:])
        let unchanged = try answer(of: page, to: [.ifNoneMatch: "\"a\""])
        #expect(unchanged.bytes == [])
        for answer in [whole, unchanged] {
            #expect(answer.headers[.eTag] == "\"a\"")
            #expect(answer.headers[.cacheControl] == cacheControl)
            #expect(answer.headers[.vary] == "Cookie")
        }
        #expect(Set(unchanged.headers.map(\.name)) == [.eTag, .cacheControl, .vary])
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func noListDoesHarm(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<300 {
            let (before, after) = (random.text(upTo: 8), random.text(upTo: 8))
            _ = CachedPage.matches(before, "\"a\"")
            #expect(CachedPage.matches("\(before),\"a\",\(after)", "\"a\""))
        }
    }
}
