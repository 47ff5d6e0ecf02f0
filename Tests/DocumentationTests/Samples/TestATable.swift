// The samples of docs/how-to/test-a-table.md. They are tests, and run.
import CascadingTable
import HTTPTypes
import TableServer
import TableStorage
import TableTesting
import Testing
import TypedTables

final class TaskRow: CascadingBareTableDelegate {
    let title: String
    private(set) var isDone = false

    init(_ title: String) {
        self.title = title
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: title, accessory: isDone ? .checkmark : .none)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        isDone.toggle()
        tableView.reloadRows(at: [indexPath])
    }
}

@TableActor
@Suite struct TaskRowTests {
    @Test func `A selected task is done`() {
        let tableView = TableView()
        let row = TaskRow("Write")
        row.tableView(tableView, didSelectRowAt: [0, 0])
        #expect(row.tableView(tableView, cellForRowAt: [0, 0]).accessory == .checkmark)
    }

    @Test func `Every method is called`() {
        #expect(uncalledMethods(of: TaskRow.self) == [])
    }

    @Test func `A section passes a selection on to its row`() throws {
        let row = RecordingTableDelegate()
        let section = CascadingSectionTableDelegate(childDelegates: [TaskRow("Write"), row])
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        try section.tableView(tableView, didSelectRowAt: [0, 1])
        #expect(row.calls.last == .init(.didSelectRow, .indexPath([0, 1])))
    }

    @Test func `A gesture asks the delegate`() async throws {
        let row = RecordingTableDelegate()
        row.answers.willSelectRow = .refused
        let section = CascadingSectionTableDelegate(childDelegates: [row])
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        await #expect(throws: TableViewError.self) { try await tableView.gestures.touchRow(at: [0, 0]) }
        #expect(tableView.indexPathForSelectedRow == nil)
    }
}

struct Memo: Codable, Identifiable, Equatable {
    var id: Int
    var text: String
}

@TableActor
final class MemoList {
    var memos: [Memo] = []
}

@TableActor
func memoTable(_ list: MemoList) -> Table<Memo> {
    Table { list.memos }.onCreate { list.memos.append(Memo(id: list.memos.count + 1, text: $0.text)) }
}

@Suite struct MemoTests {
    @Test func `A memo is added`() async throws {
        let list = MemoList()
        var server = TableServer()
        server.mount("/", memoTable(list))
        try await server.test(.inProcess) { client in
            let answer = try await client.post("/new/0", form: "text=Buy milk")
            #expect(answer.text.contains(#""created":{"section":0,"row":0,"id":"1"}"#))
        }
        #expect(await list.memos.map(\.text) == ["Buy milk"])
    }
}

@Suite struct TaskPageTests {
    @Test(arguments: TestRig.allCases)
    func `A click ticks the task`(rig: TestRig) async throws {
        let tableView = TableActor.run {
            let section = CascadingSectionTableDelegate(childDelegates: [TaskRow("Write")])
            return TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        }
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(rig) { client in
            #expect(try await client.post("/select/0/0").status == 200)
            let page = try await client.get("/", headers: [.accept: "text/html"])
            #expect(page.status == 200)
            let answer = try await client.get("/table.json")
            #expect(answer.text.contains("checkmark"))
        }
    }

    @Test func `A row can refuse to be selected`() async throws {
        let row = await RecordingTableDelegate()
        let tableView = TableActor.run {
            row.answers.willSelectRow = .refused
            let section = CascadingSectionTableDelegate(childDelegates: [row])
            return TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        }
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(.inProcess) { client in
            let answer = try await client.post("/select/0/0")
            #expect(answer.status == 409)
        }
        #expect(await row.count(of: .didSelectRow) == 0)
    }
}

@TableActor
@Suite struct TaskStorageTests {
    @Test func `It keeps the contract of a storage`() async throws {
        try await StorageContract<MemoryStorage<String>>(
            items: [["Write", "Read"], []],
            changes: [
                "an item is added": { try $0.addItem("Sleep") },
                "an item is moved": { try $0.moveItem(at: [0, 0], to: [1, 0]) },
            ],
            refusals: ["there is no such item": { try $0.removeItem("Run") }],
            removal: { try $0.removeItems($1) }
        ) { MemoryStorage(items: $0) }.check()
    }
}

private struct Words: RowSource {
    struct Word: Identifiable, Sendable {
        var id: String
    }

    private let words = "Write Read Eat Walk Sit Stand Call Wait Pay Ask Tell".split(separator: " ").map {
        Word(id: String($0))
    }

    var capabilities: RowCapabilities { [.sorts, .counts, .ranks] }

    func rows(_ request: RowRequest<String>) async throws -> RowPage<Word> {
        var words = words
        if let key = request.query.sort.first { words.sort { ($0.id < $1.id) == key.isAscending } }
        return try RowPage(of: words, for: request)
    }
}

@Suite struct WordsTests {
    @Test func `It keeps the contract of a row source`() async throws {
        let source = Words()
        try await RowSourceContract(
            source, queries: [TableQuery(sort: [.init("word")])], missing: ["Sleep"]
        ).check()
    }
}
