package import HTTPMessages
package import HTTPTypes
package import TableRendering

extension Response {
    /// Returns a page with forms, in the language that the client prefers. It is never stored.
    package static func page(_ form: FormPage, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.html("", status: status)
        response.surroundings = Surroundings(content: form)
        return response
    }
}
