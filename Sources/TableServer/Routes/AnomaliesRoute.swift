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
        let json: [JSON] = tables.map { open in
            let anomalies = open.table.tableView.anomalies
            let counts = anomalies.counts.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { (name: $0.key.rawValue, value: "\($0.value)" as JSON) }
            let recent = anomalies.recent.map(Self.json)
            return #"{"table":\#(open.path),"counts":\#(counts),"recent":\#(recent)}"#
        }
        return ("\(json)\n" as JSON).bytes
    }

    private static func json(_ anomaly: Anomaly) -> JSON {
        let place: JSON? = anomaly.indexPath.map { #","section":\#($0.section),"row":\#($0.row)"# }
        return #"{"code":\#(anomaly.code.rawValue),"message":\#(anomaly.message)\#(place)}"#
    }
}
