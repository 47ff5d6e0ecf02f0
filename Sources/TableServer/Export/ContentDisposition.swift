import Bytes
import TableRendering

/// A `Content-Disposition` header that makes browsers save a response under the title of its table (RFC 6266).
///
/// The title may come from anyone. Characters that are not safe in file names on every system become underscores.
struct ContentDisposition {
    /// The file name without its extension.
    private let name: String
    private let fileExtension: String

    /// The limit of the name in bytes. File systems allow 255 bytes with the extension.
    private static let maxLength = 120

    init(title: String, fileExtension: String) {
        var name = String(String.UnicodeScalarView(title.unicodeScalars.map { Self.isHarmless($0) ? $0 : "_" }))
        while name.utf8.count > Self.maxLength { name.removeLast() }
        // Files that begin with a point are hidden. Some systems remove spaces and points at the end.
        while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
        while let first = name.first, first == "." || first.isWhitespace { name.removeFirst() }
        self.name = name.isEmpty ? "table" : name
        self.fileExtension = fileExtension
    }

    /// The value of the header: `attachment; filename="…"`.
    ///
    /// For names with other than ASCII characters, it also contains the encoded name (RFC 8187), which browsers prefer.
    var value: String {
        let ascii = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII && $0 != "%" ? $0 : "_" }))
        let plain = "attachment; filename=\"\(ascii).\(fileExtension)\""
        guard ascii != name else { return plain }
        var writer = ByteWriter()
        writer.urlComponent("\(name).\(fileExtension)")
        return plain + "; filename*=UTF-8''" + writer.text
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Format characters, too: some of them reverse the text, which disguises the extension.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !"\"\\/:*?<>|".unicodeScalars.contains(scalar)
        }
    }
}
