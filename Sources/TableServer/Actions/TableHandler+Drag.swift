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
        let tableRequest = { @TableActor in self.request(request, ofTable: base) }
        return try loading([indexPath], of: table, for: tableRequest) {
            let items = try table.tableView.asking(self.request(request, ofTable: base)) {
                try self.check(request.query["id"], isAt: indexPath, of: table)
                return try table.tableView.gestures.dragItems(forRowAt: indexPath)
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
