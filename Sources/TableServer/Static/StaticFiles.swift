import Assets
import Foundation
import HTTPTypes
import MicroHTTPD

/// The files of `Public`, named and prepared at start: no request ever makes a path of the file system.
///
/// Each is at its own name, where browsers ask whether it is still the same, and in a folder named after all that is in
/// it, where they need not ask. Pages link that folder. A module finds those it imports beside it, so none of them has to
/// be changed, and whoever has one of a folder has no other version of the rest.
struct StaticFiles: Sendable {
    /// Prepared answers by file name.
    let files: [String: PreparedPage]
    /// The same for the folder, to be kept for good.
    let lasting: [String: PreparedPage]
    /// The folder, without a slash at its end: `/public-1x2y3z`.
    let path: String

    /// - Parameters:
    ///   - directory: a folder whose plain files, hidden ones left out, are served beside the bundled ones and in place
    ///     of those of the same name. What is in its `theme.css` comes after `table.css`, in one sheet.
    ///   - isCompressing: whether who takes it gets what is text compressed.
    init(directory: String?, isCompressing: Bool = true) throws {
        var contents = Assets.publicFiles
        do {
            contents.merge(try directory.map(Self.read) ?? [:]) { _, own in own }
        } catch {
            throw TableServerError(.unusableAssets, "The folder \(directory ?? "") cannot be read.")
        }
        if let theme = contents["theme.css"] { contents["table.css", default: []] += [0x0A] + theme }
        var (files, lasting, whole) = ([String: PreparedPage](), [String: PreparedPage](), ContentHash())
        for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let type = Self.contentType(of: name)
            let isCompressible = isCompressing && Self.isText(type)
            let hash = ContentHash(of: bytes)
            whole.add(name.utf8.map(\.self) + [0] + hash.text.utf8)
            for isLasting in [false, true] {
                let headers = HTTPFields.file(hash, isLasting: isLasting, isCompressible: isCompressible)
                let page = try PreparedPage(
                    bytes, contentType: type, headers: headers, compression: isCompressible ? .init(.thorough) : nil)
                if isLasting { lasting[name] = page } else { files[name] = page }
            }
        }
        (self.files, self.lasting) = (files, lasting)
        path = "/public-\(whole.text)"
    }

    func route(in router: inout Router) {
        for (name, page) in files {
            router.get(RoutePath([.literal(name)])) { request, _ in .prepared(page.response(to: .init(of: request))) }
        }
        for (name, page) in lasting {
            router.get(RoutePath([.literal(String(path.dropFirst())), .literal(name)])) { request, _ in
                .prepared(page.response(to: .init(of: request)))
            }
        }
        // Browsers look for an icon there beside what is no page of ours, such as text.
        if files["favicon.ico"] == nil, let icon = files["icon.svg"] {
            router.get("/favicon.ico") { request, _ in .prepared(icon.response(to: .init(of: request))) }
        }
    }

    /// Compresses what pages link, before anybody asks for it.
    func compress() {
        for page in lasting.values { page.compress() }
    }

    /// The plain files of a folder by name.
    static func read(_ directory: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where !name.hasPrefix(".") {
            let path = directory + "/" + name
            guard try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular
            else { continue }
            files[name] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        return files
    }

    private static func contentType(of name: String) -> String {
        switch name.lastIndex(of: ".").map({ name[$0...].lowercased() }) {
        case ".css": "text/css; charset=utf-8"
        case ".js": "text/javascript; charset=utf-8"
        case ".svg": "image/svg+xml"
        case ".png": "image/png"
        case ".ico": "image/x-icon"
        case ".webmanifest": "application/manifest+json"
        case ".html": "text/html; charset=utf-8"
        case ".txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    private static func isText(_ contentType: String) -> Bool {
        contentType.hasPrefix("text/") || contentType.hasSuffix("+xml") || contentType.hasSuffix("+json")
    }
}

extension HTTPFields {
    /// What is said of every file, also of one that the client has already.
    fileprivate static func file(_ hash: ContentHash, isLasting: Bool, isCompressible: Bool) -> HTTPFields {
        var fields: HTTPFields = [
            .eTag: "\"\(hash.text)\"",
            .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if isCompressible { fields[.vary] = "Accept-Encoding" }
        return fields
    }
}
