/// The media type of a body, without its parameters: `application/json`.
package struct MediaType: Sendable, Equatable {
    let text: String

    /// Reads the value of a `Content-Type` field; nil without a value.
    init?(_ value: String?) {
        guard let value, let first = value.split(separator: ";", omittingEmptySubsequences: false).first else {
            return nil
        }
        text = first.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// A Boolean value that indicates whether the type is JSON, or based on JSON such as `application/problem+json`.
    var isJSON: Bool { text == "application/json" || (text.hasPrefix("application/") && text.hasSuffix("+json")) }

    /// A Boolean value that indicates whether the type is a browser form's.
    var isForm: Bool { text == "application/x-www-form-urlencoded" }
}

extension MediaType {
    /// Returns the value of `Content-Type` for a file: the type of its extension, or `application/octet-stream`.
    package static func name(forFile name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return names[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    private static let names = [
        "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
        "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "md": "text/markdown; charset=utf-8",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png",
        "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json",
        "webp": "image/webp", "woff2": "font/woff2", "xml": "application/xml", "zip": "application/zip",
    ]
}
