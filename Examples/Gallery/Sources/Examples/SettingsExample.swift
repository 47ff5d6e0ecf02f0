import CascadingTable
import StaticTables

/// Settings as on a phone: switches, actions, links, and groups with one or two choices.
enum SettingsExample {
    @TableActor
    static func make() -> TableView {
        let volume = OptionGroup(alwaysSelectsOneOption: true) {
            for level in ["Quiet", "Medium", "Loud"] {
                OptionRow(
                    level, isSelected: level == "Medium", id: level.lowercased(), image: GalleryIcon.speaker.image())
            }
        }
        let days = OptionGroup(maximum: 2) {
            for day in ["Monday", "Wednesday", "Friday", "Sunday"] {
                OptionRow(day, id: day.lowercased(), image: GalleryIcon.drop.image())
            }
        }
        let network = NavigationRow(
            "Network", detail: "Kitchen", to: "../place/", id: "network", image: GalleryIcon.globe.image())
        let forget = TapActionRow("Forget this network", id: "forget", image: GalleryIcon.bin.image()) { _, _ in
            network.detail = "None"
        }
        let table = StaticTable {
            Section("Radio") {
                SwitchRow(
                    "Wi-Fi", isOn: true, detail: "Turn off to hide the network", id: "wifi",
                    image: GalleryIcon.radio.image()
                ) { row in
                    network.isHidden = !row.isOn
                    forget.isEnabled = row.isOn
                }
                network
                forget
            }
            Section("Volume") { volume }
            Section("Water the plants") {
                days
            } footer: {
                "Choose up to two days."
            }
        }
        let tableView = TableView(title: "Settings", root: table)
        tableView.appearance.style = .insetGrouped
        return tableView
    }
}
