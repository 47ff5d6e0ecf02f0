import Foundation
import HTTPTypes
import Testing

@testable import HTTPMessages
@testable import MicroHTTPD

struct FileTests {
    /// A folder with a file, a subfolder and links. The file beside the folder must not be found.
    private final class World {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)").path
        var folder: String { root + "/folder" }

        init() throws {
            let files = FileManager.default
            try files.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
            for (path, text) in [
                ("secret.txt", "secret"), ("folder/a.txt", "text"), ("folder/.hidden", "x"),
                ("folder/.\u{301}hidden", "x"), ("folder/b.HTML", "<p>"),
                ("folder/a b%.png", "png"), ("folder/sub/c.txt", "c"), ("folder/none", "none"),
            ] { try Data(text.utf8).write(to: URL(fileURLWithPath: root + "/" + path)) }
            try files.createSymbolicLink(atPath: folder + "/out.txt", withDestinationPath: "../secret.txt")
            try files.createSymbolicLink(atPath: folder + "/in.txt", withDestinationPath: "a.txt")
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func run(_ body: (TestServer) async throws -> Void) async throws {
            var router = Router()
            router.get("/f/:name") { [folder] _, parameters in try .file(parameters.value("name"), in: folder) }
            router.get("/d/:name") { [folder] _, parameters in
                try .file(parameters.value("name"), in: folder, asDownload: true)
            }
            try await TestServer.run(handler: { [router] in try await router.respond(to: $0) }, body: body)
        }
    }

    @Test func aFileIsFoundByName() async throws {
        let world = try World()
        try await world.run { server in
            for (target, text, type) in [
                ("/f/a.txt", "text", "text/plain; charset=utf-8"), ("/f/b.HTML", "<p>", "text/html; charset=utf-8"),
                ("/f/a%20b%25.png", "png", "image/png"), ("/f/none", "none", "application/octet-stream"),
            ] {
                let answer = try await server.get(target)
                #expect(answer?.status == 200, "\(target)")
                #expect(answer?.text == text)
                #expect(answer?["content-type"] == type)
                #expect(answer?["content-disposition"] == nil)
            }
            let download = try await server.answer("/d/b.HTML")
            #expect(download["content-disposition"] == "attachment")
        }
    }

    @Test(arguments: [
        "..%2fsecret.txt", "%2e%2e%2fsecret.txt", "..%5csecret.txt", "sub%2fc.txt", "sub", ".hidden", ".%CC%81hidden",
        "out.txt",
        "in.txt", "x.txt", "a.txt%2f", "%2fetc%2fpasswd", "a.txt%2f..%2fa.txt", "...",
    ])
    func nothingElseIsFound(name: String) async throws {
        let world = try World()
        try await world.run { server in
            let answer = try await server.answer("/f/\(name)")
            #expect(answer.status == 404)
        }
    }

    @Test(arguments: ["", ".", "..", "a\0.txt", "../folder/a.txt"])
    func namesThatRequestsCannotHaveAreRefused(name: String) throws {
        let world = try World()
        #expect { try Response.file(name, in: world.folder) } throws: { ($0 as? HTTPError)?.status == .notFound }
    }

    /// The file may become a link after the server has found it.
    @Test func aLinkIsNotFollowedWhenItIsSent() async throws {
        let world = try World()
        let path = world.folder + "/out.txt"
        for (followsLink, status) in [(true, 200), (false, 404)] {
            let handler: HTTPServer.Handler = { _ in
                Response(body: .file(path: path, followsLink: followsLink))
            }
            try await TestServer.run(handler: handler) { server in
                let answer = try await server.answer("/")
                #expect(answer.status == status)
            }
        }
    }
}
