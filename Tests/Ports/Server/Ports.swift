import Foundation
import PortedScreens
import TableServer

/// Serves the ported screens for Tests/Browser, on a port that the system selects.
@main
struct Ports {
    static func main() async {
        var configuration = TableServer.Configuration()
        configuration.http.port = 0
        await TableServer.main(configuration: configuration) { server in
            server.onListening { address in
                FileHandle.standardOutput.write(Data("Serving the ports at http://\(address)/\n".utf8))
            }
            server.mount("/", ToDoViewController())
            server.mount("/settings/", SettingsViewController())
            server.mount("/mountains/", MountainsViewController())
            server.mount("/mailbox/", MailboxViewController())
            server.mount("/zones/", forEach: .visitor) { _, _ in TimeZonesViewController() }
            server.mount("/playlist/", PlaylistViewController.sample())
        }
    }
}
