import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPMessages

struct MultipartTests {
    private func request(_ body: String, type: String = "multipart/form-data; boundary=b") throws -> Request {
        try .make(.post, "/", headers: [.contentType: type], body: Array(body.utf8))
    }

    @Test func aBrowsersFormIsRead() throws {
        let form = try request(
            """
            --b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA pear\r\nand more\r
            --b\r\nContent-Disposition: form-data; name="photo"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n\u{1}--b\r
            --b\r\nContent-Disposition: form-data; name="none"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r
            --b\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r
            --b--\r\n
            """
        ).multipart()
        #expect(form.parts.map(\.name) == ["title", "photo", "none", "empty"])
        #expect(form["title"] == "A pear\r\nand more")
        #expect(form["photo"] == nil && form["empty"] == "" && form["missing"] == nil)
        let photo = try #require(form.file("photo"))
        #expect(photo.fileName == "p.png" && photo.contentType == "image/png" && photo.text == "\u{1}--b")
        #expect(form.file("none") == nil && form.file("title") == nil)
        #expect(form.files("photo") == [photo])
    }

    @Test(arguments: [
        (#"form-data; name="a""#, "a", nil), (#"Form-Data;name=a;filename=b.txt"#, "a", "b.txt"),
        (#"form-data; name="a;b=\"c\""; filename="d \"e\".txt""#, #"a;b="c""#, "d _e_.txt"),
        (#"form-data; filename="x"; name="a%22b%0D%0Ac""#, "a\"b\r\nc", "x"),
        (#"form-data; name="é"; filename="😀.txt""#, "é", "😀.txt"),
        (#"form-data; name="a"; name="b"; x; filename*=UTF-8''c"#, "a", nil), (#"form-data; name="""#, "", nil),
        (#"form-data; name="a"; filename="C:\dir\x.txt""#, "a", "x.txt"),
        (#"form-data; name="a"; filename="../../etc/passwd""#, "a", "passwd"),
        (#"form-data; name="a"; filename="..""#, "a", "file"), (#"form-data; name="a"; filename="a/""#, "a", "file"),
        (#"form-data; name="a"; filename=".bashrc""#, "a", "bashrc"),
    ])
    func namesAreRead(disposition: String, name: String, fileName: String?) throws {
        let form = try request("--b\r\nContent-Disposition: \(disposition)\r\n\r\nx\r\n--b--").multipart()
        #expect(form.parts.map(\.name) == [name])
        #expect(form.parts.first?.fileName == fileName)
        #expect(form.parts.first?.text == "x")
    }

    private static let head = "Content-Disposition: form-data; name=a\r\n\r\n"

    @Test(arguments: [
        "", "--", "--b", "--b\r\n", "--b\r\n\r\n\r\n--b--", "x", "--c--", "--b\r\n\(head)x", "--b\r\n\(head)x--b--",
        "--b\r\n\(head)x\r\n--b", "--b\r\n\(head)x\r\n--bc--", "--b x\r\n\(head)\r\n--b--",
        "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--b--",
        "--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--", "--b\r\nX: y\r\n\r\n\r\n--b--",
        "--b\r\nno colon\r\n\r\n\r\n--b--", "--b\n\(head)x\n--b--",
        "--b\r\nX: \(String(repeating: "y", count: 8200))\r\n\(head)x\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\(String(repeating: "n", count: 257))\r\n\r\n\r\n--b--",
    ])
    func malformedBodiesAreRefused(body: String) throws {
        let request = try request(body)
        #expect { try request.multipart() } throws: { ($0 as? HTTPError)?.status == .badRequest }
    }

    @Test(arguments: [
        "--b\r\n\(head)x\r\n--b--\r\nepilogue", "preamble\r\n--b\r\n\(head)x\r\n--b--", "--b \t\r\n\(head)x\r\n--b--",
    ])
    func theTextAroundItIsIgnored(body: String) throws {
        #expect(try request(body).multipart()["a"] == "x")
    }

    @Test(arguments: [
        "", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=b",
        "application/x-www-form-urlencoded", "multipart/form-data; boundary=\(String(repeating: "b", count: 71))",
    ])
    func otherTypesAreRefused(type: String) throws {
        let request = try request("--b--", type: type)
        #expect { try request.multipart() } throws: { ($0 as? HTTPError)?.status == .unsupportedMediaType }
    }

    @Test func theBoundaryMayBeQuoted() throws {
        let form = try request(
            "--a b\r\n\(Self.head)x\r\n--a b--", type: "Multipart/Form-Data; charset=x; Boundary=\"a b\""
        ).multipart()
        #expect(form["a"] == "x")
    }

    @Test func thePartsAreLimited() throws {
        let body = String(repeating: "--b\r\n\(Self.head)x\r\n", count: 3) + "--b--"
        #expect(try request(body).multipart(maxParts: 3).parts.count == 3)
        let request = try request(body)
        #expect { try request.multipart(maxParts: 2) } throws: { ($0 as? HTTPError)?.status == .badRequest }
        #expect(try self.request("--b--").multipart().parts == [])
    }

    /// Parts that were written as a form must be read again, whatever their bytes.
    @Test func writtenPartsAreRead() throws {
        var random = SeededRandomNumberGenerator(seed: 23)
        for _ in 0..<300 {
            let boundary = "b" + String(Int.random(in: 0...999, using: &random))
            let parts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let awkward: [UInt8] = Array("\r\n--".utf8) + Array(boundary.utf8)
                let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                    awkward.randomElement(using: &random) ?? 0
                }
                return (name: random.text(upTo: 8).filter { $0 != "\0" }, bytes: bytes)
            }
            // Senders choose a boundary that is in no part.
            let delimiter = Array("--\(boundary)".utf8)
            guard parts.allSatisfy({ $0.bytes.firstRange(of: delimiter) == nil }) else { continue }
            var body: [UInt8] = []
            for part in parts {
                let name = part.name.replacing("\\", with: "").replacing("%", with: "").replacing("\"", with: "%22")
                    .replacing("\r\n", with: "%0D%0A").replacing("\n", with: "%0A").replacing("\r", with: "%0D")
                body += delimiter + Array("\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
                body += part.bytes + [0x0D, 0x0A]
            }
            body += delimiter + Array("--\r\n".utf8)
            let request = try Request.make(
                .post, "/", headers: [.contentType: "multipart/form-data; boundary=\(boundary)"], body: body)
            #expect(try request.multipart().parts.map(\.bytes) == parts.map(\.bytes))
        }
    }

    /// Any other body must be read or refused.
    @Test func noBodyCrashes() throws {
        var random = SeededRandomNumberGenerator(seed: 42)
        let form = Array(
            "--b\r\n\(Self.head)x\r\n--b\r\nContent-Disposition: form-data; name=\"é\"; filename=\"f\"\r\n\r\n\r\n--b--"
                .utf8)
        var read = 0
        for _ in 0..<5000 {
            var body = form
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<max(body.count, 1), using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0 where !body.isEmpty: body.remove(at: place)
                case 1:
                    body.insert(
                        Array("\r\n-b\";=: \u{0}é".utf8).randomElement(using: &random) ?? 0, at: min(place, body.count))
                default: body.removeLast(min(body.count, Int.random(in: 0...9, using: &random)))
                }
            }
            let request = try Request.make(
                .post, "/", headers: [.contentType: "multipart/form-data; boundary=b"], body: body)
            do { read += try request.multipart().parts.count } catch { #expect(error is HTTPError) }
        }
        #expect(read > 100)
    }

    @Test func namesOfFilesAreSafe() throws {
        var random = SeededRandomNumberGenerator(seed: 7)
        for _ in 0..<2000 {
            let accents = String(repeating: ["ä", "\u{301}"].randomElement(using: &random) ?? "", count: 300)
            let parts = [random.text(upTo: 40), Bool.random(using: &random) ? accents : "", ".", "\u{301}", "a%41#?"]
            let given = parts.shuffled(using: &random).prefix(.random(in: 1...5, using: &random)).joined()
            for name in [SafeFileName(given).text, SafeFileName(given).numbered()] {
                #expect((1...220).contains(name.utf8.count))
                #expect(name.utf8.first != UInt8(ascii: ".") && name.utf8.last != UInt8(ascii: "."))
                #expect(!name.unicodeScalars.contains { "/\\\0\n\r".unicodeScalars.contains($0) })
                // The file's address, built as in the documentation, must lead to this file.
                let address = try #require(Response.redirect(to: "/files/\(name)").headers[.location])
                let request = try Request.make(.get, address)
                #expect(request.pathSegments.last.map { Array($0.utf8) } == Array(name.utf8))
                #expect(request.rawQuery == nil)
            }
        }
        let long = SafeFileName(String(repeating: "x", count: 300) + ".png").text
        #expect(long.utf8.count == 200 && long.hasSuffix("x.png"))
        #expect(SafeFileName("a.png").numbered().wholeMatch(of: /a-[0-9a-f]{8}\.png/) != nil)
    }

    @Test(arguments: [
        ("a%41.txt", "a_41.txt"), ("a#b?.txt", "a_b_.txt"), ("invoice\u{202E}fdp.exe", "invoice_fdp.exe"),
        ("10:30.png", "10_30.png"), ("C:\\x\\y.png", "y.png"), ("../..", "file"), ("x/", "file"), (" . a. ", "a"),
        (".\u{301}htaccess", "\u{301}htaccess"), ("..\u{301}", "\u{301}"), ("/\u{301}x", "\u{301}x"),
        ("a" + accents(150), "a" + accents(99)), ("a" + accents(150) + ".jpg", "a" + accents(97) + ".jpg"),
        (String(repeating: "x", count: 199) + " y.", String(repeating: "x", count: 199)),
    ])
    func aNameOfAFileIsMadeSafe(given: String, name: String) {
        // Swift compares strings by characters, but file systems compare bytes.
        #expect(Array(SafeFileName(given).text.utf8) == Array(name.utf8))
    }

    private static func accents(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

    /// While a file is written, others must see the whole file or none.
    @Test func aFileIsNeverHalfWritten() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = 64 << 20
        let (starts, start) = AsyncStream<Void>.makeStream()
        async let size = offPool {
            start.yield()
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                var information = stat()
                if lstat(folder + "/a.bin", &information) == 0 { return Int(information.st_size) }
            }
            return -1
        }
        for await _ in starts { break }
        let part = MultipartForm.Part(
            name: "f", fileName: "a.bin", contentType: nil, bytes: [UInt8](repeating: 7, count: count))
        #expect(try await part.write(to: folder) == "a.bin")
        #expect(try await size == count)
        #expect(try await part.write(to: folder) != "a.bin")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix("a") })
    }

    @Test func aFileIsNeverOverwritten() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "target")
        func part(_ fileName: String?, _ text: String) -> MultipartForm.Part {
            .init(name: "f", fileName: fileName, contentType: nil, bytes: Array(text.utf8))
        }
        #expect(try await part("../a.txt", "one").write(to: folder) == "a.txt")
        let second = try await part("a.txt", "two").write(to: folder)
        #expect(second.wholeMatch(of: /a-[0-9a-f]{8}\.txt/) != nil)
        #expect(try await part(nil, "").write(to: folder) == "file")
        let other = try await part("link", "three").write(to: folder)
        #expect(other.hasPrefix("link-"))
        func text(_ name: String) -> String? {
            FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text("a.txt") == "one" && text(second) == "two" && text("file") == "" && text("target") == nil)
        await #expect {
            try await part("a", "x").write(to: folder + "/missing")
        } throws: { HTTPServerError.Code.cannotWriteFile ~= $0 }
    }
}
