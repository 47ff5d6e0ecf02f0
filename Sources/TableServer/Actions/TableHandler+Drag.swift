import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Responds with the items of a dragged row: `{"items":[{"text":"…","type":"text/plain"}]}`.
    ///
    /// - Parameters:
    ///   - indexPath: The dragged row.
    ///   - table: The table.
    ///   - request: The request of the client.
    ///   - base: The path of the table, ending in a slash.
    func dragItems(
        ofRowAt indexPath: IndexPath, of table: MountedTable, for request: Request, base: String
    ) throws -> HandlerResponse {
        try loading([indexPath], of: table) {
            let session = self.sessions.session(ofVisitor: request.visitor, table: base)
            let items = try table.tableView.asking(
                TableRequest(
                    session: session, query: request.query.pairs,
                    traits: TableViewTraits(language: request.language.tag))
            ) {
                try self.check(request.query["id"], isAt: indexPath, of: table)
                return try table.tableView.dragItems(forRowAt: indexPath)
            }.result
            var writer = ByteWriter()
            writer.raw("{\"items\":")
            writer.array(items) { writer, item in
                writer.raw("{\"text\":")
                writer.jsonString(item.text)
                writer.key("type")
                writer.jsonString(item.type)
                writer.byte(0x7D)
            }
            writer.raw("}\n")
            var response = Response.json(writer.bytes)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }
}
