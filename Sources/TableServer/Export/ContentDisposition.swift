import Bytes
import MicroHTTPD
import TableRendering

/// A `Content-Disposition` header that makes browsers save a response under the title of its table (RFC 6266).
///
/// The title may come from anyone. Characters that are not safe in file names on every system become underscores.
struct ContentDisposition {
    /// The file name without its extension.
    private let name: String
    private let fileExtension: String

    init(title: String, fileExtension: String) {
        name = SafeFileName(title: title, maxSize: 120, fallback: "table").text
        self.fileExtension = fileExtension
    }

    /// The value of the header: `attachment; filename="…"`.
    ///
    /// For names with other than ASCII characters, it also contains the encoded name (RFC 8187), which browsers prefer.
    var value: String {
        let ascii = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII ? $0 : "_" }))
        let plain = "attachment; filename=\"\(ascii).\(fileExtension)\""
        guard ascii != name else { return plain }
        var writer = ByteWriter()
        writer.urlComponent("\(name).\(fileExtension)")
        return plain + "; filename*=UTF-8''" + writer.text
    }
}
