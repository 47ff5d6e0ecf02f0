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
            let json = items.map { #"{"text":\#($0.text),"type":\#($0.type)}"# as JSON }
            return .uncached(#"{"items":\#(json)}"#)
        }
    }
}
