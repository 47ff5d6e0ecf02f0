import Assets
import Bytes
import Foundation
import HTTPMessages
import HTTPTypes

/// The static files, read and prepared at start. Requests never become paths of the file system.
///
/// Each file has two addresses:
///
/// - its name, where browsers revalidate it,
/// - a folder that is named after the hash of all files, where browsers keep it without revalidation.
///
/// Pages link the folder. Scripts import their modules by relative paths, so all files of a page have one version.
struct StaticFiles: Sendable {
    /// The files by name, for revalidation.
    let files: [String: CachedPage]
    /// The files by name, for the versioned folder.
    let lasting: [String: CachedPage]
    /// The path of the versioned folder, without a slash at its end: `/public-1x2y3z`.
    let path: String

    /// The bundled files, prepared once for all servers of the process that serve no others.
    static let bundled = Result { try StaticFiles(directory: nil) }

    /// Returns the files of a server.
    static func files(of configuration: TableServer.Configuration) throws -> StaticFiles {
        guard configuration.publicDirectory == nil, configuration.allowsCompression else {
            return try StaticFiles(
                directory: configuration.publicDirectory, allowsCompression: configuration.allowsCompression)
        }
        return try bundled.get()
    }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - directory: A folder whose files are served beside the bundled files, and replace files of their names.
    ///     Hidden files and symbolic links are ignored. Its `theme.css` is appended to `table.css`.
    ///   - allowsCompression: Whether text files are compressed for clients that accept that.
    /// - Throws: ``TableServerError`` with code `unusableAssets` for a file or folder that cannot be read.
    init(directory: String?, allowsCompression: Bool = true) throws {
        var contents = Assets.publicFiles
        contents.merge(try directory.map { try Self.read($0) } ?? [:]) { _, own in own }
        if let theme = contents["theme.css"] { contents["table.css", default: []] += [0x0A] + theme }
        var (files, lasting, whole) = ([String: CachedPage](), [String: CachedPage](), ContentHash())
        for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let type = MediaType.name(forFile: name)
            let isCompressible = allowsCompression && Self.isText(type)
            let hash = ContentHash(of: bytes)
            whole.add(name.utf8.map(\.self) + [0] + hash.text.utf8)
            for isLasting in [false, true] {
                let headers = HTTPFields.file(isLasting: isLasting, isCompressible: isCompressible)
                let page = CachedPage(
                    bytes, SharedHeaders(contentType: type, headers), entityTag: "\"\(hash.text)\"",
                    compression: isCompressible ? .init(.thorough) : nil)
                if isLasting { lasting[name] = page } else { files[name] = page }
            }
        }
        (self.files, self.lasting) = (files, lasting)
        path = "/public-\(whole.text)"
    }

    func route(in router: inout Router) {
        for (name, page) in files {
            router.get(RoutePath(Self.segments(of: name))) { request, _ in
                .prebuilt(page.response(to: .init(of: request)))
            }
        }
        for (name, page) in lasting {
            router.get(RoutePath([.literal(String(path.dropFirst()))] + Self.segments(of: name))) { request, _ in
                .prebuilt(page.response(to: .init(of: request)))
            }
        }
        // Browsers request this icon for responses that are no pages, such as text.
        if files["favicon.ico"] == nil, let icon = files["icon.svg"] {
            router.get("/favicon.ico") { request, _ in .prebuilt(icon.response(to: .init(of: request))) }
        }
    }

    /// Compresses the files that pages link, before the first request.
    func compress() {
        for page in lasting.values { page.compress() }
    }

    private static func segments(of name: String) -> [RoutePath.Component] {
        name.split(separator: "/").map { .literal(String($0)) }
    }

    /// Reads all files of a folder and its subfolders, by their relative paths.
    ///
    /// Hidden files and symbolic links are ignored.
    ///
    /// - Throws: ``TableServerError`` with code `unusableAssets`, naming the path that cannot be read.
    static func read(_ directory: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try names(in: directory) where !name.hasPrefix(".") {
            let path = directory + "/" + name
            switch try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
            case .typeRegular:
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw TableServerError(.unusableAssets, "Cannot read the file \"\(path)\".")
                }
                files[name] = [UInt8](data)
            case .typeDirectory:
                for (inner, bytes) in try read(path) { files["\(name)/\(inner)"] = bytes }
            default: continue
            }
        }
        return files
    }

    private static func names(in directory: String) throws -> [String] {
        if let names = try? FileManager.default.contentsOfDirectory(atPath: directory) { return names }
        var isDirectory: ObjCBool = false
        let reason =
            if !FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) {
                "it does not exist"
            } else if !isDirectory.boolValue {
                "it is not a folder"
            } else {
                "permission denied"
            }
        throw TableServerError(.unusableAssets, "Cannot read the folder \"\(directory)\": \(reason).")
    }

    private static func isText(_ contentType: String) -> Bool {
        contentType.hasPrefix("text/") || contentType.hasSuffix("+xml") || contentType.hasSuffix("json")
    }
}

extension HTTPFields {
    /// Returns the headers of a file, which a 304 response has, too.
    fileprivate static func file(isLasting: Bool, isCompressible: Bool) -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache"]
        if isCompressible { fields[.vary] = "Accept-Encoding" }
        return fields
    }
}
