import CascadingTable
import StaticTables

/// A table with links to itself as text, one for each style.
enum TextExample {
    @TableActor
    static func make() -> TableView {
        let styles = [
            "plain", "simple", "grid", "fancy_grid", "psql", "org", "pipe", "rst", "latex", "html", "csv", "tsv",
        ]
        let table = StaticTable {
            Section("As text") {
                for style in styles {
                    Row(style, id: style, accessory: .disclosure, to: "table.txt?_style=\(style)")
                }
            }
            Section("Large moons") {
                for moon in Moon.all.filter({ $0.radius > 1000 }) {
                    Row(moon.name, detail: "\(moon.radius) km", id: moon.name)
                }
            }
        }
        return TableView(title: "Text formats", root: table)
    }
}
