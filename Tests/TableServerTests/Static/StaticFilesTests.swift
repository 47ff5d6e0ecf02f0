import CascadingTable
import HTTPTypes
import TableTesting
import Testing

@testable import TableServer

@Suite struct StaticFilesTests {
    @Test(arguments: [("/table.css", "text/css; charset=utf-8"), ("/icon.svg", "image/svg+xml")])
    func bundledFilesAreServed(target: String, contentType: String) async throws {
        for rig in TestRig.allCases {
            try await Market().server().test(rig) { client in
                let get = try await client.get(target)
                #expect(get.status == 200)
                #expect(get.headers[.contentType] == contentType)
                #expect(get.headers[.cacheControl] == "no-cache")
                #expect(!get.body.isEmpty)
                let head = try await client.send(.head, target, headers: [:], body: [])
                #expect(head.status == 200)
                #expect(head.body == [])
                #expect(head.headers.withoutTimes == get.headers.withoutTimes)
                let tag = try #require(get.headers[.eTag])
                for method in [HTTPRequest.Method.get, .head] {
                    let again = try await client.send(method, target, headers: [.ifNoneMatch: tag], body: [])
                    #expect(again.status == 304)
                    #expect(again.body == [])
                }
                let post = try await client.post(target)
                #expect(post.status == 405)
                #expect(post.headers[.allow] == "GET, HEAD, OPTIONS")
            }
        }
    }

    /// After a restart, a browser loads only the cached files that have changed.
    @Test func aTagIsThatOfTheContent() throws {
        let tags = try StaticFiles(directory: nil).files.mapValues(\.entityTag)
        #expect(Set(tags.values).count == tags.count)
        let folder = try Folder(["icon.svg": "<svg/>", "new.txt": "new"])
        let changed = try StaticFiles(directory: folder.path).files
        for (name, tag) in tags { #expect((changed[name]?.entityTag == tag) == (name != "icon.svg")) }
    }

    @Test(arguments: [
        ("/table%2ecss", 200), ("/%74able.css", 200), ("/table.css?v=2", 200), ("/table.css/", 308),
        ("/Table.css", 404), ("/table.css%20", 404), ("/table.css.", 404), ("/table", 404), ("/.css", 404),
        ("//table.css", 404), ("/x//table.css", 404), ("/Public/table.css", 404), ("/table.css/x", 404),
        ("/../Package.swift", 400), ("/x/../table.css", 400), ("/./table.css", 400), ("/%2e%2e/Package.swift", 400),
        ("/.%2E/Package.swift", 400), ("/..%2fPackage.swift", 404), ("/%2e%2e%2fPackage.swift", 404),
        ("/..%5cPackage.swift", 404), ("/%2fetc%2fpasswd", 404), ("//etc/passwd", 404), ("/etc/passwd", 404),
        ("/table.css%00", 400), ("/table.css%00.txt", 400), ("/table.css%0a", 404), ("/%c0%ae%c0%ae/x", 400),
        ("/%252e%252e/Package.swift", 404), ("/~root", 404),
    ])
    func onlyTheirOwnPathsLeadToFiles(target: String, status: Int) async throws {
        for rig in TestRig.allCases {
            try await Market().server().test(rig) { client in
                let answer = try await client.get(target)
                #expect(answer.status == status, "\(rig)")
                if status >= 400 { #expect(answer.headers[.contentType] == "application/problem+json") }
            }
        }
    }

    @Test func aFolderTakesThePlaceOfTheBundledFilesOfTheSameNames() async throws {
        let folder = try Folder([
            "table.css": "a {}", "a b.txt": "blank", "é.txt": "accent", "50%.txt": "percent", "a:b.txt": "colon",
            "empty.txt": "", ":name.txt": "no parameter",
        ])
        try await Market().server { $0.publicDirectory = folder.path }.test(.socket) { client in
            for (target, text) in [
                ("/table.css", "a {}"), ("/a%20b.txt", "blank"), ("/%C3%A9.txt", "accent"), ("/50%25.txt", "percent"),
                ("/a:b.txt", "colon"), ("/empty.txt", ""), ("/:name.txt", "no parameter"),
            ] {
                let answer = try await client.get(target)
                #expect(answer.status == 200, "\(target)")
                #expect(answer.text == text)
            }
            #expect(try await client.get("/icon.svg").status == 200)
            for target in ["/theme.css", "/a.txt", "/a+b.txt", "/x.txt"] {
                let answer = try await client.get(target)
                #expect(answer.status == 404, "\(target)")
            }
        }
    }

    @Test func aThemeComesAfterTheBundledSheet() async throws {
        let folder = try Folder(["theme.css": ":root { --accent: red }"])
        try await Market().server { $0.publicDirectory = folder.path }.test(.inProcess) { client in
            let sheet = try await client.get("/table.css").text
            #expect(sheet.hasPrefix("/* The look of every table."))
            #expect(sheet.hasSuffix("}\n\n:root { --accent: red }"))
        }
    }

    @Test(arguments: [
        ("a.css", "text/css; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"), ("a.svg", "image/svg+xml"),
        ("a.png", "image/png"), ("a.ico", "image/x-icon"), ("a.webmanifest", "application/manifest+json"),
        ("a.html", "text/html; charset=utf-8"), ("a.txt", "text/plain; charset=utf-8"),
        ("a.min.js.css", "text/css; charset=utf-8"),
        ("A.CSS", "text/css; charset=utf-8"), ("a.exe", "application/octet-stream"),
        ("a.css~", "application/octet-stream"),
        ("a", "application/octet-stream"), ("css", "application/octet-stream"), ("js", "application/octet-stream"),
        ("html", "application/octet-stream"), ("a.", "application/octet-stream"),
        ("a.html.", "application/octet-stream"),
    ])
    func theEndOfANameSaysWhatItIs(name: String, contentType: String) throws {
        let folder = try Folder([name: "text"])
        let page = try #require(try StaticFiles(directory: folder.path).files[name])
        #expect(page.response.headers[.contentType] == contentType)
    }

    /// Only files in the folder and its subfolders are served, without hidden files and links to other places.
    @Test func onlyPlainFilesAreServed() async throws {
        let outside = try Folder(["secret.txt": "secret"])
        let folder = try Folder(["a.txt": "a", ".hidden": "x", ".well-known/b.txt": "b", "folder/c.txt": "c"])
        try folder.link("link.txt", to: outside.path + "/secret.txt")
        try folder.link("up", to: "..")
        try folder.link("dangling.txt", to: "nowhere")
        let bundled = try StaticFiles(directory: nil).files.keys
        let served = try StaticFiles(directory: folder.path).files.keys
        #expect(Set(served).subtracting(bundled) == ["a.txt", "folder/c.txt"])
        try await Market().server { $0.publicDirectory = folder.path }.test(.inProcess) { client in
            #expect(try await client.get("/folder/c.txt").text == "c")
            for path in ["/folder/", "/folder/..%2fa.txt", "/up/a.txt", "/link.txt", "/folder%2fc.txt"] {
                let answer = try await client.get(path)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test func filesAreReadAtTheStart() async throws {
        let folder = try Folder(["a.txt": "before"])
        try await Market().server { $0.publicDirectory = folder.path }.test(.inProcess) { client in
            try folder.write("after", to: "a.txt")
            try folder.write("new", to: "b.txt")
            #expect(try await client.get("/a.txt").text == "before")
            #expect(try await client.get("/b.txt").status == 404)
        }
    }

    /// A file with the name of a table's path does not replace this path.
    @Test func aTableComesBeforeAFile() async throws {
        let folder = try Folder(["table.json": "file", "heights.css": "file", "healthz": "file", "rows": "file"])
        try await Market().server { $0.publicDirectory = folder.path }.test(.inProcess) { client in
            for target in ["/table.json", "/heights.css?px=44", "/healthz"] {
                let answer = try await client.get(target)
                #expect(answer.status == 200)
                #expect(answer.text != "file", "\(target)")
            }
            #expect(try await client.get("/rows").text == "file")
            #expect(try await client.get("/rows/0/0").status == 200)
        }
    }

    @Test func aFolderThatIsNoneKeepsTheServerFromStarting() async throws {
        let folder = try Folder(["a.txt": "a"])
        for path in [folder.path + "/a.txt", folder.path + "/none", ""] {
            let server = await Market().server { $0.publicDirectory = path }
            #expect { try server.makeResponder() } throws: { ($0 as? TableServerError)?.code == .unusableAssets }
        }
    }
}
