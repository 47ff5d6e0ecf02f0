import HTTPTypes
import MicroHTTPD
import TableRendering

/// The sheet that gives rows their heights, so that no row needs a `style` attribute.
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
