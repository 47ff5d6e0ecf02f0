import Bytes
import TableRendering

/// A `Content-Disposition` that has a browser save an answer under the name of its table (RFC 6266).
///
/// A title may be anyone's text: of it there remains what is a harmless name of a file on every system.
struct ContentDisposition {
    /// The name without its extension.
    private let name: String
    private let fileExtension: String

    /// The most bytes of a name; systems allow 255 with its extension.
    private static let maxLength = 120

    init(title: String, fileExtension: String) {
        var name = String(String.UnicodeScalarView(title.unicodeScalars.map { Self.isHarmless($0) ? $0 : "_" }))
        while name.utf8.count > Self.maxLength { name.removeLast() }
        // A file that begins with a point is hidden; spaces and points at the end go on some systems.
        while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
        while let first = name.first, first == "." || first.isWhitespace { name.removeFirst() }
        self.name = name.isEmpty ? "table" : name
        self.fileExtension = fileExtension
    }

    /// `attachment; filename="…"`, and for a name that is not of ASCII letters alone also how it is really written
    /// (RFC 8187), which every browser prefers.
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
        // Formats too, for some of them turn the text around, so that the extension would seem another.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !"\"\\/:*?<>|".unicodeScalars.contains(scalar)
        }
    }
}
