import Assets
import Foundation
import HTTPTypes
import MicroHTTPD

/// The files of `Public`, named and prepared at start: no request ever makes a path of the file system.
struct StaticFiles: Sendable {
    /// Prepared answers by file name.
    let files: [String: PreparedPage]

    /// - Parameter directory: a folder whose plain files, hidden ones left out, are served beside the bundled ones and
    ///   in place of those of the same name. What is in its `theme.css` comes after `table.css`, in one sheet.
    /// - Parameter isCompressing: whether who takes it gets what is text compressed.
    init(directory: String?, isCompressing: Bool = true) throws {
        var contents = Assets.publicFiles
        do {
            contents.merge(try directory.map(Self.read) ?? [:]) { _, own in own }
        } catch {
            throw TableServerError(.unusableAssets, "The folder \(directory ?? "") cannot be read.")
        }
        if let theme = contents["theme.css"] { contents["table.css", default: []] += [0x0A] + theme }
        let tag = String(UInt64.random(in: .min ... .max), radix: 36)
        files = try Dictionary(
            uniqueKeysWithValues: contents.map { name, bytes in
                let type = Self.contentType(of: name)
                let isCompressible = isCompressing && Self.isText(type)
                let page = try PreparedPage(
                    bytes, contentType: type, headers: .file(entityTag: "\"\(tag)\"", isCompressible: isCompressible))
                return (name, isCompressible ? page.compressible(.thorough) : page)
            })
    }

    func route(in router: inout Router) {
        for (name, page) in files {
            router.get(RoutePath([.literal(name)])) { request, _ in page.reply(to: request) }
        }
        // Browsers look for an icon there beside what is no page of ours, such as text.
        if files["favicon.ico"] == nil, let icon = files["icon.svg"] {
            router.get("/favicon.ico") { request, _ in icon.reply(to: request) }
        }
    }

    /// Compresses them before anybody asks for it.
    func compress() {
        for page in files.values { page.compress() }
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
    fileprivate static func file(entityTag: String, isCompressible: Bool) -> HTTPFields {
        var fields: HTTPFields = [.eTag: entityTag, .cacheControl: "no-cache"]
        if isCompressible { fields[.vary] = "Accept-Encoding" }
        return fields
    }
}
