import CascadingTable

/// Recognizes picture formats that every browser shows, by their first bytes.
///
/// SVG is left out, because it can contain scripts.
package enum Picture {
    /// The number of bytes by which a picture is recognized.
    package static let byteCount = 12

    /// Returns the media type of a picture; nil for other bytes.
    ///
    /// - Parameter bytes: The first bytes.
    package static func contentType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return nil
    }
}

extension FieldValue {
    /// A Boolean value that indicates whether the value is a picture.
    var isPicture: Bool {
        switch self {
        case .bytes(let bytes): Picture.contentType(of: bytes) != nil
        case .excerpt(let excerpt):
            if case .bytes(let bytes) = excerpt.beginning { Picture.contentType(of: bytes) != nil } else { false }
        default: false
        }
    }
}
