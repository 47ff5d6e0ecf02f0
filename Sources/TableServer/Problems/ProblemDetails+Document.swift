import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

extension ProblemDetails {
    /// Returns the problem as JSON (RFC 9457), with the additional keys `ok`, `errors`, `results` and `location`.
    ///
    /// `errors` contains strings, or for a form's values objects: `{"pointer":"/name","detail":"…"}`.
    ///
    /// - Parameter instance: The path of the request.
    func document(instance: String?) -> [UInt8] {
        var writer = ByteWriter()
        writer.raw("{\"type\":\"about:blank\",\"title\":")
        writer.jsonString(status.reasonPhrase)
        writer.key("status")
        writer.integer(status.code)
        writer.key("detail")
        writer.jsonString(detail.description)
        if let instance {
            writer.key("instance")
            writer.jsonString(instance)
        }
        writer.raw(",\"ok\":false")
        if !issues.isEmpty {
            writer.key("errors")
            writer.array(issues) { writer, issue in
                writer.raw("{\"pointer\":")
                writer.jsonString(issue.pointer)
                writer.key("detail")
                writer.jsonString(issue.detail.description)
                writer.byte(0x7D)
            }
        } else if !errors.isEmpty {
            writer.key("errors")
            writer.array(errors) { $0.jsonString($1) }
        }
        if let results {
            writer.key("results")
            writer.raw(results)
        }
        if let location {
            writer.raw(",\"location\":{\"section\":")
            writer.integer(location.indexPath.section)
            writer.key("row")
            writer.integer(location.indexPath.row)
            writer.key("id")
            writer.jsonString(location.identifier)
            writer.byte(0x7D)
        }
        writer.raw("}\n")
        return writer.bytes
    }

    /// Returns the contents of an error page.
    func templateContext(_ words: Words) -> ErrorTemplateContext {
        ErrorTemplateContext(
            words: words, status: status.code, title: status.reasonPhrase, detail: detail, errors: errors,
            returnURL: returnURL ?? "/",
            returnTitle: (returnURL == nil ? words.toStartPage : words.backToTable).description)
    }
}
