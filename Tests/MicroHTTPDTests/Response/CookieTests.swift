import HTTPTypes
import Testing

@testable import HTTPMessages
@testable import MicroHTTPD

struct CookieTests {
    private static let fields: [(String, @Sendable () throws -> Cookie)] = [
        ("a=b; Path=/; HttpOnly; SameSite=Lax", { try Cookie("a", "b") }),
        ("a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax", { try Cookie("a", "", maxAge: .zero) }),
        ("a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax", { try Cookie("a", "", maxAge: .seconds(-5)) }),
        (
            "a=b; Path=/x; Domain=example.org; Max-Age=60; SameSite=None; Secure",
            {
                try Cookie(
                    "a", "b", maxAge: .seconds(60), path: "/x", domain: "example.org", isSecure: true,
                    isHTTPOnly: false, sameSite: .none)
            }
        ),
    ]

    @Test func defaultsAreSafe() throws {
        for (field, cookie) in Self.fields {
            var response = Response()
            response.setCookie(try cookie())
            #expect(response.headers[values: .setCookie] == [field])
        }
    }

    @Test(arguments: [
        ("", "b"), ("a b", "b"), ("a=b", "c"), ("a;", "b"), ("é", "b"), (":a", "b"), ("a\r\n", "b"), ("a", "b c"),
        ("a", "b;c"), ("a", "b,c"), ("a", "\"b\""), ("a", "b\\"), ("a", "b\r\nX: y"), ("a", "é"), ("a", "\0"),
        ("a", String(repeating: "b", count: 4096)),
    ])
    func otherCharactersAreRefused(name: String, value: String) {
        #expect { try Cookie(name, value) } throws: { HTTPServerError.Code.invalidCookie ~= $0 }
    }

    @Test(arguments: ["", "x", "/a;b", "/\n", "/é"])
    func otherPathsAreRefused(path: String) {
        #expect { try Cookie("a", "b", path: path) } throws: { HTTPServerError.Code.invalidCookie ~= $0 }
    }

    @Test(arguments: ["x;", ";", "x\n", "é", "a\u{7F}"])
    func otherDomainsAreRefused(domain: String) {
        #expect { try Cookie("a", "b", domain: domain) } throws: { HTTPServerError.Code.invalidCookie ~= $0 }
    }

    /// Browsers ignore a cookie with `SameSite=None` that is not secure.
    @Test func aCookieForOtherSitesMustBeSecure() throws {
        #expect { try Cookie("a", "b", sameSite: .none) } throws: { HTTPServerError.Code.invalidCookie ~= $0 }
        #expect(try Cookie("a", "b", isSecure: true, sameSite: .none).field.hasSuffix("SameSite=None; Secure"))
    }

    /// A short time that is rounded down to 0 would delete the cookie.
    @Test(
        arguments: [
            (.milliseconds(900), 1), (.milliseconds(1001), 2), (.seconds(2), 2), (.milliseconds(-1500), 0),
            (.nanoseconds(1), 1), (.zero, 0),
        ] as [(Duration, Int)])
    func timesAreRoundedUp(maxAge: Duration, seconds: Int) throws {
        #expect(try Cookie("a", "b", maxAge: maxAge).field.contains("; Max-Age=\(seconds);"))
    }

    @Test func oneNameIsSetOnce() throws {
        var response = Response()
        for (name, value) in [("a", "1"), ("ab", "2"), ("a", "3")] { response.setCookie(try Cookie(name, value)) }
        #expect(response.headers[values: .setCookie].map { $0.prefix { $0 != ";" } } == ["ab=2", "a=3"])
    }

    @Test func everyCookieIsSent() async throws {
        let handler: HTTPServer.Handler = { _ in
            var response = Response.text("x")
            response.setCookie(try Cookie("a", "1"))
            response.setCookie(try Cookie("b", "2"))
            return response
        }
        try await TestServer.run(handler: handler) { server in
            let answer = try #require(try await server.get("/"))
            let cookies = answer.headers.filter { $0.name == "set-cookie" }.map { $0.value.prefix(3) }
            #expect(cookies == ["a=1", "b=2"])
        }
    }
}
