/// Serves the sample's first page by other means: `peers hummingbird|flyingfox TABLE.json PORT`, `/` by swift-mustache
/// and `/table.json` by Codable.
@main
enum Peers {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = UInt16(arguments[3]) else { throw Usage() }
        let page = try Page(contentsOf: arguments[2])
        switch arguments[1] {
        case "hummingbird": try await HummingbirdPeer.serve(page, port: port)
        case "flyingfox": try await FlyingFoxPeer.serve(page, port: port)
        default: throw Usage()
        }
    }

    private struct Usage: Error, CustomStringConvertible {
        let description = "usage: peers hummingbird|flyingfox TABLE.json PORT"
    }
}
