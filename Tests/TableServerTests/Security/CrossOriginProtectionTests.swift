import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import Testing

@testable import TableServer

@Suite struct CrossOriginProtectionTests {
    private func passes(
        _ method: HTTPRequest.Method, site: String?, origin: String?, host: String? = "localhost:8080",
        isSecure: Bool = false
    ) throws -> Bool {
        var fields: HTTPFields = [:]
        if let site { fields.append(contentsOf: HTTPFields.named(["Sec-Fetch-Site": site])) }
        if let origin { fields[.origin] = origin }
        if let host { fields.append(contentsOf: HTTPFields.named(["Host": host])) }
        let request = try Request.make(method, headers: fields, isSecure: isSecure)
        do {
            try CrossOriginProtection.check(request)
            return true
        } catch let problem as ProblemDetails {
            #expect(problem.status == .forbidden)
            return false
        }
    }

    static let sites = [nil, "same-origin", "none", "same-site", "cross-site", "", "Same-Origin", "same-origin, none"]
    static let origins = [nil, "http://localhost:8080", "http://evil.example", "null", ""]

    /// A read changes nothing, whatever its origin. Otherwise no page could link to this server.
    @Test(arguments: [HTTPRequest.Method.get, .head, .options])
    func readsPassFromEverywhere(method: HTTPRequest.Method) throws {
        for site in Self.sites {
            for origin in Self.origins {
                #expect(try passes(method, site: site, origin: origin), "\(site ?? "-") \(origin ?? "-")")
            }
        }
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
    func changesPassFromHereOnly(method: HTTPRequest.Method) throws {
        for site in Self.sites {
            for origin in Self.origins {
                let expected =
                    switch (site, origin) {
                    case ("same-origin", _), ("none", _): true
                    case (nil, nil), (nil, "http://localhost:8080"): true
                    default: false
                    }
                #expect(
                    try passes(method, site: site, origin: origin) == expected, "\(site ?? "-") \(origin ?? "-")")
            }
        }
    }

    @Test(arguments: [
        ("http://localhost", "localhost", false), ("http://localhost", "localhost:80", false),
        ("http://localhost:80", "localhost", false), ("HTTP://LOCALHOST:8080", "localhost:8080", false),
        ("http://[::1]:8080", "[::1]:8080", false), ("https://a.example", "a.example", true),
        ("https://a.example", "a.example:443", true), ("https://a.example:443", "A.example", true),
    ])
    func ownOrigins(origin: String, host: String, isSecure: Bool) throws {
        #expect(try passes(.post, site: nil, origin: origin, host: host, isSecure: isSecure))
    }

    @Test(arguments: [
        ("https://localhost:8080", "localhost:8080", false), ("http://a.example", "a.example", true),
        ("http://localhost:8081", "localhost:8080", false), ("http://localhost", "localhost:8080", false),
        ("http://localhost:443", "localhost", false), ("https://a.example:80", "a.example", true),
        ("http://localhost:8080/", "localhost:8080", false),
        ("http://localhost:8080@evil.example", "localhost:8080", false),
        ("http://localhost:8080.evil.example", "localhost:8080", false), ("localhost:8080", "localhost:8080", false),
        ("http://localhost:8080 http://evil.example", "localhost:8080", false),
        ("http://127.0.0.1", "localhost", false),
        ("file://", "localhost", false), ("http://localhost.", "localhost", false),
    ])
    func otherOrigins(origin: String, host: String, isSecure: Bool) throws {
        #expect(try !passes(.post, site: nil, origin: origin, host: host, isSecure: isSecure))
    }

    @Test func anOriginWithoutAHostToCompareItWithIsRefused() throws {
        #expect(try !passes(.post, site: nil, origin: "http://localhost", host: nil))
    }

    @Test func noRowIsTouchedFromElsewhere() async throws {
        let market = await Market()
        let others: [HTTPFields] = [
            .named(["Sec-Fetch-Site": "cross-site"]), .named(["Origin": "http://evil.example"]),
            .named(["Origin": "null"]), .named(["Sec-Fetch-Site": "same-site", "Origin": "http://localhost"]),
        ]
        try await market.server().test(.socket) { client in
            for headers in others {
                for target in ["/select/0/0", "/deselect/0/0", "/nothing"] {
                    let answer = try await client.post(target, headers: headers)
                    #expect(answer.status == 403, "\(headers) \(target)")
                }
                let page = try await client.get("/", headers: headers)
                #expect(page.status == 200)
            }
            #expect(await market.picked == [])
        }
    }
}
