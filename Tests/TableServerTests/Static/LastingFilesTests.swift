import HTTPTypes
import MicroHTTPD
import TableTesting
import Testing

@testable import TableServer

/// Tests the folder of files that browsers may cache for ever.
@Suite struct LastingFilesTests {
    @Test(arguments: TestRig.allCases)
    func pagesLinkFilesThatNeverChange(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            for page in ["/", "/rows/0/0", "/edit/9/9"] {
                let text = try await client.get(page, headers: [.accept: "text/html"]).text
                let links = text.matches(of: /(?:src|href)="(\/[^"]*\.(?:css|js|svg))"/).map { String($0.output.1) }
                #expect(links.count == (page == "/edit/9/9" ? 2 : 3), "\(page)")
                for link in links {
                    #expect(link.hasPrefix("/public-"))
                    let file = try await client.get(link)
                    #expect(file.status == 200, "\(link)")
                    #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
                    #expect(file.headers[.vary] == "Accept-Encoding")
                    let tag = try #require(file.headers[.eTag])
                    #expect(try await client.get(link, headers: [.ifNoneMatch: tag]).status == 304)
                    // The same file is at its own name, where it may change.
                    let name = link.split(separator: "/").last ?? ""
                    let plain = try await client.get("/\(name)")
                    #expect(plain.body == file.body && plain.headers[.eTag] == tag)
                    #expect(plain.headers[.cacheControl] == "no-cache")
                }
            }
        }
    }

    /// The imports of a module lead to the folder of the module.
    @Test func everyImportOfAModuleIsThere() async throws {
        let server = await Market().server()
        let folder = try StaticFiles(directory: nil).path
        try await server.test(.inProcess) { client in
            var (open, seen) = (["table.js"], Set(["table.js"]))
            while let module = open.popLast() {
                let answer = try await client.get("\(folder)/\(module)")
                #expect(
                    answer.status == 200 && answer.headers[.cacheControl]?.contains("immutable") == true, "\(module)")
                for found in answer.text.matches(of: /(?:import|from) "([^"]*)"/) {
                    #expect(found.output.1.hasPrefix("./") && found.output.1.count(where: { $0 == "/" }) == 1)
                    let name = String(found.output.1.dropFirst(2))
                    if seen.insert(name).inserted { open.append(name) }
                }
            }
            #expect(seen.count == 23)
        }
    }

    private func path(with files: [String: String]) throws -> String {
        let folder = try Folder(files)
        return try StaticFiles(directory: folder.path).path
    }

    @Test func theFolderIsCalledAfterWhatIsInIt() throws {
        // given
        let bundled = try StaticFiles(directory: nil)
        let paths = try [["a.js": "1"], ["a.js": "2"], ["b.js": "1"], ["table.css": "1"], ["theme.css": "1"]].map {
            try path(with: $0)
        }
        // then
        #expect(Set(paths + [bundled.path]).count == 6)
        #expect(try StaticFiles(directory: nil).path == bundled.path)
        #expect(try path(with: [:]) == bundled.path)
        #expect(try path(with: ["a.js": "1"]) == paths[0])
    }

    @Test func aFolderOfOnesOwnIsInItToo() async throws {
        let folder = try Folder(["own.js": "import \"./table.js\"", "table.css": "a {}", "a.png": "picture"])
        let path = try StaticFiles(directory: folder.path).path
        try await Market().server { $0.publicDirectory = folder.path }.test(.inProcess) { client in
            #expect(try await client.get("/").text.contains("\"\(path)/table.css\""))
            #expect(try await client.get("\(path)/table.css").text == "a {}")
            #expect(try await client.get("\(path)/own.js").headers[.cacheControl]?.contains("immutable") == true)
            let picture = try await client.get("\(path)/a.png", headers: [.acceptEncoding: "gzip"])
            #expect(picture.headers[.vary] == nil && picture.headers[.contentEncoding] == nil)
            for other in ["\(path)/none.js", "\(path)", "\(path)/", "/public-0/table.css"] {
                let answer = try await client.get(other)
                #expect(answer.status == 404, "\(other)")
            }
        }
    }

    /// Custom templates may link files by their names.
    @Test func aTemplateMayNameTheFolder() async throws {
        let folder = try Folder(["_head.mustache": "<link href=\"/table.css\"><link href=\"{{> _public}}/x.css\">"])
        let path = try StaticFiles(directory: nil).path
        try await Market().server { $0.templatesDirectory = folder.path }.test(.inProcess) { client in
            let page = try await client.get("/").text
            #expect(page.contains("<link href=\"/table.css\"><link href=\"\(path)/x.css\">"))
        }
    }

    @Test func whatIsCompressedAtTheStartIsReadAsItWas() async throws {
        let responder = try await Market().server().makeResponder()
        responder.warmUp()
        let path = try StaticFiles(directory: nil).path
        for name in try StaticFiles(directory: nil).lasting.keys {
            for coding in ["gzip", "zstd"] {
                let request = try Request.make(
                    .get, "\(path)/\(name)", headers: .named(["Host": "localhost", "Accept-Encoding": coding]))
                guard let answer = await responder.respond(to: request).prebuilt else {
                    Issue.record("\(name) is not prepared.")
                    continue
                }
                let seen = TestResponse(status: 200, headers: answer.headers, body: answer.bytes)
                #expect(try seen.content == StaticFiles(directory: nil).files[name]?.response.bytes)
                #expect((answer.headers[.contentEncoding] == coding) == (try seen.content.count >= 1024))
            }
        }
    }
}
