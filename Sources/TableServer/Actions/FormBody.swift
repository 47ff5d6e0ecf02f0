import CascadingTable
import HTTPMessages

/// The inputs of a form that a visitor sent, in either media type that browsers send.
struct FormBody {
    /// The values, in order.
    private(set) var values: [(name: String, value: String)] = []
    /// The chosen files, in order.
    private(set) var files: [(name: String, file: TableViewFile)] = []

    /// - Parameter limit: The limit of inputs.
    /// - Throws: `HTTPError` 400 or 415.
    init(_ request: Request, limit: Int) throws {
        guard request.header(.contentType)?.lowercased().hasPrefix("multipart/form-data") == true else {
            values = try request.form(maxItems: limit).pairs
            return
        }
        for part in try request.multipart(maxParts: limit).parts {
            if part.isFile {
                files.append((part.name, TableViewFile(part)))
            } else if part.fileName == nil {
                guard let text = part.text else {
                    throw HTTPError(.badRequest, "The multipart body of the request is malformed.")
                }
                values.append((part.name, text))
            }
        }
    }
}
