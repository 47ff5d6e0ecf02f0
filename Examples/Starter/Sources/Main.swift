import Foundation
import Observation
import TypedTables

/// A row of the table. `Codable` tells the columns.
struct ToDo: Codable, Identifiable, Equatable {
    enum Priority: String, Codable, CaseIterable { case low, normal, urgent }

    var id: Int
    var title: String
    var priority: Priority
    var hours: Double
    var isDone: Bool
}

/// The rows in memory. The page follows each change.
@Observable
@TableActor
final class ToDoList {
    var items = [
        ToDo(id: 1, title: "Build the server", priority: .urgent, hours: 0.1, isDone: true),
        ToDo(id: 2, title: "Look at the page", priority: .normal, hours: 0.1, isDone: false),
        ToDo(id: 3, title: "Change this type", priority: .normal, hours: 0.5, isDone: false),
    ]

    func save(_ item: ToDo) {
        if let place = items.firstIndex(where: { $0.id == item.id }) { items[place] = item }
    }

    func add(_ item: ToDo) {
        var item = item
        item.id = (items.map(\.id).max() ?? 0) + 1
        items.append(item)
    }
}

@main
struct Main {
    static func main() async {
        await TableServer.main(configuration: try .init(environment: ProcessInfo.processInfo.environment)) { server in
            let list = await ToDoList()
            server.mount(
                "/",
                Table { list.items }
                    .title("To do")
                    .columns { $0.isDone.title("Done") }
                    .onSave { item, _ in list.save(item) }
                    .onCreate { item in list.add(item) }
                    .onDelete { item in list.items.removeAll { $0.id == item.id } }
                    .action("done", "Mark as done") { items in
                        for item in items { list.save(item.done) }
                    })
        }
    }
}

extension ToDo {
    /// The item when it is done.
    var done: ToDo {
        var item = self
        item.isDone = true
        return item
    }
}
