import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering

/// The route `GET /anomalies`, which lists the anomalies of all tables. It exists only with `showsAnomalies`.
struct AnomaliesRoute {
    let mounts: [Mount]

    func route(in router: inout Router) {
        router.get("/anomalies") { _, _ in .response(.json(TableActor.run(document))) }
    }

    /// `[{"table":"/facts/","counts":{"negativeCount":2},"recent":[{"code":…,"message":…,"section":…,"row":…}]}]`
    ///
    /// Only open tables with anomalies are listed.
    @TableActor
    private func document() -> [UInt8] {
        let tables = mounts.flatMap(\.openTables).filter { !$0.table.tableView.anomalies.counts.isEmpty }
        var writer = ByteWriter()
        writer.array(tables) { writer, open in
            let anomalies = open.table.tableView.anomalies
            writer.raw("{\"table\":")
            writer.jsonString(open.path)
            writer.raw(",\"counts\":{")
            let counts = anomalies.counts.sorted { $0.key.rawValue < $1.key.rawValue }
            for (index, count) in counts.enumerated() {
                if index > 0 { writer.byte(UInt8(ascii: ",")) }
                writer.jsonString(count.key.rawValue)
                writer.byte(UInt8(ascii: ":"))
                writer.integer(count.value)
            }
            writer.raw("}")
            writer.key("recent")
            writer.array(anomalies.recent) { $0.anomaly($1) }
            writer.raw("}")
        }
        writer.raw("\n")
        return writer.bytes
    }
}

extension ByteWriter {
    fileprivate mutating func anomaly(_ anomaly: Anomaly) {
        raw("{\"code\":")
        jsonString(anomaly.code.rawValue)
        key("message")
        jsonString(anomaly.message)
        if let indexPath = anomaly.indexPath {
            key("section")
            integer(indexPath.section)
            key("row")
            integer(indexPath.row)
        }
        raw("}")
    }
}
