import HTTPTypes
import MicroHTTPD
import TableRendering

/// The route of the style sheet with row heights, so that rows need no `style` attribute (`GET ./heights.css?px=44`).
enum HeightsRoute {
    static func respond(to request: Request) throws -> HandlerResponse {
        guard let list = request.query["px"], let sheet = HeightStylesheet(list) else {
            throw ProblemDetails(.badRequest, "px must be a list of heights in CSS pixels, such as 44,72.5.")
        }
        let headers: HTTPFields = [
            .contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=31536000, immutable",
        ]
        return .response(Response(headers: headers, body: .bytes(sheet.bytes)))
    }
}
