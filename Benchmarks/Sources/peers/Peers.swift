/// Serves the first page of the measured table with another server: `/` and `/named` with swift-mustache, and
/// `/table.json` with Codable.
@main
enum Peers {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let port = UInt16(arguments[4]) else { throw Usage() }
        let page = try Page(table: arguments[2], template: arguments[3])
        switch arguments[1] {
        case "hummingbird": try await HummingbirdPeer.serve(page, port: port)
        case "flyingfox": try await FlyingFoxPeer.serve(page, port: port)
        default: throw Usage()
        }
    }

    private struct Usage: Error, CustomStringConvertible {
        let description = "usage: peers hummingbird|flyingfox TABLE.json PAGE.mustache PORT"
    }
}
