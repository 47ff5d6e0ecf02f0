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
        let errors: [JSON] =
            issues.isEmpty
            ? self.errors.map { "\($0)" }
            : issues.map { #"{"pointer":\#($0.pointer),"detail":\#($0.detail.description)}"# }
        var more: JSON? = errors.isEmpty ? nil : #","errors":\#(errors)"#
        if let results { more = #"\#(more),"results":\#(raw: results)"# }
        if let location { more = #"\#(more),"location":\#(location.json())"# }
        let instance: JSON? = instance.map { #","instance":\#($0)"# }
        let json: JSON = #"""
            {"type":"about:blank","title":\#(status.reasonPhrase),"status":\#(status.code),\#
            "detail":\#(detail.description)\#(instance),"ok":false\#(more)}

            """#
        return json.bytes
    }

    /// Returns the values of an error page.
    func templateValues(_ words: Words) -> TemplateValues {
        .error(
            words: words, status: status.code, title: status.reasonPhrase, detail: detail, errors: errors,
            returnURL: returnURL ?? "/",
            returnTitle: (returnURL == nil ? words.toStartPage : words.backToTable).description)
    }
}
