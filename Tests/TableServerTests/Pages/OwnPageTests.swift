import CascadingTable
import HTTPTypes
import TableTesting
import Testing

@testable import TableServer

@Suite struct OwnPageTests {
    private func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) async -> TableServer {
        var server = await Market().server(change)
        server.addRoutes { router in
            router.get("/about") { _, _ in
                .page(
                    title: "About <us>",
                    breadcrumbs: [TableLink("Market & more", to: "/"), TableLink("x", to: "javascript:alert(1)")]
                ) { "<p>We sell fruit.</p>" }
            }
            router.get("/later") { _, _ in
                try await Task.sleep(for: .milliseconds(1))
                return .page(title: "Later", status: .accepted, language: "ar") { "<p>x</p>" }
            }
            router.get("/deutsch") { _, _ in .page(title: "Über uns", language: "de-AT") { "<p>x</p>" } }
            router.get("/cached") { _, _ in
                var page = Response.page(title: "Cached") { "<p>x</p>" }
                page.headers[.cacheControl] = "max-age=60"
                page.setCookie(try Cookie("a", "b"))
                return page
            }
        }
        return server
    }

    @Test(arguments: TestRig.allCases)
    func aPageHasTheLayoutOfTheTables(rig: TestRig) async throws {
        try await server().test(rig) { client in
            let table = try await client.get("/", headers: [.accept: "text/html"])
            let answer = try await client.get("/about")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.headers[.contentSecurityPolicy] == table.headers[.contentSecurityPolicy])
            #expect(answer.headers[.cacheControl] == "no-store")
            let sheet = try #require(table.text.firstMatch(of: /<link rel="stylesheet" href="[^"]*table.css">/)?.output)
            #expect(answer.text.contains(sheet))
            #expect(answer.text.contains("<title>About &lt;us&gt;</title>"))
            #expect(answer.text.contains("<h1><bdi>About &lt;us&gt;</bdi></h1>"))
            #expect(answer.text.contains(#"<li><a href="/"><bdi>Market &amp; more</bdi></a></li></ol>"#))
            #expect(answer.text.contains("<main class=\"own\">\n<p>We sell fruit.</p>\n</main>"))
            #expect(!answer.text.contains("javascript:"))
        }
    }

    @Test func thePageHasALanguage() async throws {
        try await server().test(.inProcess) { client in
            for (target, accepted, attributes) in [
                ("/about", "", #"lang="en" dir="ltr""#), ("/about", "de", #"lang="de" dir="ltr""#),
                ("/about", "he", #"lang="he" dir="rtl""#), ("/later", "de", #"lang="ar" dir="rtl""#),
                ("/deutsch", "he", #"lang="de-AT" dir="ltr""#),
            ] {
                let answer = try await client.get(target, headers: [.acceptLanguage: accepted])
                #expect(answer.text.contains("<html \(attributes)>"), "\(target) \(accepted)")
            }
            #expect(try await client.get("/later").status == 202)
        }
    }

    @Test func headersAndCookiesAreKept() async throws {
        try await server().test(.inProcess) { client in
            let answer = try await client.get("/cached")
            #expect(answer.headers[.cacheControl] == "max-age=60")
            #expect(answer.headers[.setCookie]?.hasPrefix("a=b;") == true)
        }
    }

    @Test func aMiddlewareShowsAPageToo() async throws {
        var server = await server()
        server.addMiddleware { request, next in
            request.path == "/private" ? .page(title: "Private") { "<p>No.</p>" } : try await next(request)
        }
        try await server.test(.inProcess) { client in
            for path in ["/private", "/about"] {
                let text = try await client.get(path).text
                #expect(text.hasPrefix("<!doctype html>") && text.firstRange(of: "<main class=\"own\">") != nil)
                #expect(text.ranges(of: "<!doctype").count == 1)
            }
        }
    }

    @Test func theTemplateCanBeReplaced() async throws {
        let folder = try Folder(["content.mustache": "<i>{{title}}</i>{{{content}}}"])
        try await server { $0.templatesDirectory = folder.path }.test(.inProcess) { client in
            let answer = try await client.get("/about")
            #expect(answer.text == "<i>About &lt;us&gt;</i><p>We sell fruit.</p>")
        }
    }

    @Test func aPageIsNotPrebuilt() {
        #expect(throws: HTTPServerError.self) { try PrebuiltResponse(.page(title: "x") { "y" }) }
    }
}

@Suite struct HTMLTests {
    private struct Ticket: CustomStringConvertible {
        var description: String { "<ticket>" }
    }

    @Test func valuesAreEscaped() {
        let name = "<b>\"O'Neil\" & co.</b>"
        let inner: HTML = "<i>\(1)</i>"
        let html: HTML = "<p title=\"\(name)\">\(name) \(inner) \(Ticket())\(true)</p>"
        let escaped = HTML(text: name).markup
        #expect(!escaped.contains("<") && !escaped.contains("\""))
        #expect(html.markup == "<p title=\"\(escaped)\">\(escaped) <i>1</i> &lt;ticket&gt;true</p>")
        #expect(HTML(markup: "<b>").markup == "<b>")
        #expect(("<p>" as HTML).markup == "<p>")
    }

    @Test(arguments: [
        ([], false, "<ul>\n</ul>\n<p>b</p>"),
        (["<", "y"], true, "<ul>\n<li>&lt;</li>\n<li>y</li>\n</ul>\n<p>!</p>\n<p>a</p>"),
    ])
    func partsConditionsAndLoopsAreJoined(items: [String], isFirst: Bool, expected: String) {
        #expect(build(items, isFirst).markup == expected)
    }

    @HTMLBuilder
    private func build(_ items: [String], _ isFirst: Bool) -> HTML {
        "<ul>"
        for item in items { "<li>\(item)</li>" }
        "</ul>"
        if isFirst { "<p>!</p>" }
        if isFirst { "<p>a</p>" } else { "<p>b</p>" }
    }
}
