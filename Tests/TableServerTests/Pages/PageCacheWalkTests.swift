import CascadingTable
import Dispatch
import Foundation
import HTTPTypes
import MicroHTTPD
import Synchronization
import TableServer
import TestSupport
import Testing

/// Compares a server that caches with a server that does not, while eight threads change, select and read a table.
@Suite struct PageCacheWalkTests {
    private static let threadCount = 8

    /// - Parameter hasOwnRows: If true, some rows differ for each visitor. Then a page is not made from the previous
    /// page.
    @Test(arguments: [1, 2, 3] as [UInt64], [true, false])
    func everyAnswerIsWhatItWouldBeWithNothingKept(seed: UInt64, hasOwnRows: Bool) async throws {
        let world = await WalkedTable(hasOwnRows: hasOwnRows)
        let servers = try [8 * 1024 * 1024, 0].map { try world.responder(maxCachedBytes: $0) }
        let findings = Mutex<(compared: Int, different: [String])>((0, []))
        await Self.onThreads(Self.threadCount) { thread in
            var random = SeededRandomNumberGenerator(seed: seed &* 1000 + UInt64(thread))
            var visitor = Visitor(of: servers)
            for _ in 0..<80 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3: TableActor.run { world.edit(using: &random) }
                case 3 where hasOwnRows || thread == 0:
                    // Selects at both servers while the actor is held. Otherwise it could be a different row at the
                    // second server.
                    let section = Int.random(in: 0..<4, using: &random)
                    TableActor.run { visitor.touch("/select/\(section)/0") }
                default:
                    let target = TableActor.run { world.target(using: &random) }
                    for _ in 0..<5 {
                        let revision = TableActor.run { world.tableView.revision }
                        let answers = visitor.get(target, hidingNames: true)
                        // The comparison means nothing if another thread has changed the table meanwhile.
                        guard TableActor.run({ world.tableView.revision }) == revision else { continue }
                        findings.withLock { findings in
                            findings.compared += 1
                            if answers[0] != answers[1] {
                                findings.different.append("\(target)\n\(answers[0])\n\(answers[1])")
                            }
                        }
                        break
                    }
                }
            }
        }
        let (compared, different) = findings.withLock { $0 }
        #expect(compared > 100)
        #expect(different.isEmpty, "\(different.count) of \(compared): \(different.first ?? "")")
    }

    /// Changes each part that is requested again together with a row.
    @Test func whatIsMadeOfOnePageIsWhatItWouldBeWithNothingKept() async throws {
        let world = await WalkedTable(hasOwnRows: false)
        let servers = try [8 * 1024 * 1024, 0].map { try world.responder(maxCachedBytes: $0) }
        let visitor = Visitor(of: servers)
        for round in 0..<4 {
            for part in WalkedTable.Part.allCases {
                // The second change restores the titles.
                for _ in 0..<2 {
                    await world.change(part, ofRow: round % 3 * 2, inSection: round)
                    for target in ["/", "/table.json", "/?_size=4", "/table.json?_size=9&_section=1", "/?_edit=1"] {
                        let answers = visitor.get(target)
                        #expect(answers[0] == answers[1], "\(target) after a change of the \(part) in \(round)")
                    }
                }
            }
        }
    }

    @Test func noVisitorSeesWhatIsAnothers() async throws {
        let world = await WalkedTable()
        let server = try world.responder(maxCachedBytes: 8 * 1024 * 1024)
        let visitors = (0..<Self.threadCount).map { _ in
            var visitor = Visitor(of: [server])
            visitor.touch("/select/0/0")
            return visitor
        }
        let names = visitors.map(\.names[0])
        #expect(Set(names).count == Self.threadCount)
        let leaks = Mutex<[String]>([])
        await Self.onThreads(Self.threadCount) { thread in
            var random = SeededRandomNumberGenerator(seed: UInt64(thread))
            let visitor = visitors[thread]
            for step in 0..<120 {
                if step % 4 == 0 { TableActor.run { world.rename(using: &random) } }
                let target = ["/", "/table.json", "/?_size=3", "/table.json?_lang=de"][step % 4]
                let seen = visitor.get(target)[0]
                // The first row shows the visitor's own name.
                let strangers = names.enumerated().filter { $0.offset != thread && seen.contains($0.element) }
                if !seen.contains(names[thread]) || !strangers.isEmpty { leaks.withLock { $0.append(seen) } }
            }
        }
        #expect(leaks.withLock { $0 }.isEmpty)
    }

    /// Runs the body on this number of threads at once.
    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        await withCheckedContinuation { continuation in
            let group = DispatchGroup()
            for index in 0..<count {
                group.enter()
                Thread {
                    body(index)
                    group.leave()
                }.start()
            }
            group.notify(queue: .global()) { continuation.resume() }
        }
    }
}

/// A visitor of several servers. Each server has its own name for the visitor.
private struct Visitor: Sendable {
    private let servers: [TableResponder]
    /// The visitor's name at each server. It is empty until the server sends a cookie.
    private(set) var names: [String]

    init(of servers: [TableResponder]) {
        self.servers = servers
        names = servers.map { _ in "" }
    }

    mutating func touch(_ target: String) {
        for index in servers.indices {
            let cookie = answer(to: .post, target, of: index).headers[.setCookie]
            if let pair = cookie?.cookiePair { names[index] = String(pair.dropFirst("cascade=".count)) }
        }
    }

    /// Returns the responses of all servers, without the parts that differ between servers.
    ///
    /// - Parameter hidingNames: If true, the visitor's names are replaced too.
    func get(_ target: String, hidingNames: Bool = false) -> [String] {
        servers.indices.map { index in
            let answer = answer(to: .get, target, of: index)
            let text = String(decoding: answer.bytes ?? [], as: UTF8.self)
                .replacing(/version="[^".]*\./, with: "version=\"")
            guard hidingNames, !names[index].isEmpty else { return "\(answer.status)\n" + text }
            return "\(answer.status)\n" + text.replacing(names[index], with: "NAME")
        }
    }

    private func answer(to method: HTTPRequest.Method, _ target: String, of index: Int) -> Response {
        var headers = HTTPFields()
        if !names[index].isEmpty { headers[.cookie] = "cascade=\(names[index])" }
        do {
            let request = try Request.make(method, target, headers: headers, body: [])
            return try immediate { [server = servers[index]] in await server.respond(to: request) }
                ?? Response(status: .notImplemented)
        } catch {
            return (error as? HTTPError).map { servers[index].answer(to: $0, request: nil) }
                ?? Response(status: .badRequest)
        }
    }
}

/// A table with rows of every kind that matters to caching.
@TableActor
private final class WalkedTable {
    let tableView: TableView
    private let root: CascadingRootTableDelegate
    private var madeCount = 0
    private let hasOwnRows: Bool

    init(hasOwnRows: Bool = true) {
        self.hasOwnRows = hasOwnRows
        root = CascadingRootTableDelegate()
        tableView = TableView(title: "Walk", root: root)
        tableView.queryOptions = .sorting
        root.childDelegates = (0..<4).map { number in
            let section = number == 1 ? OwnHeights() : CascadingSectionTableDelegate()
            section.headerTitle = "Section \(number)"
            section.columns = [TableViewColumn("name"), TableViewColumn("number")]
            if number == 2 { section.rowHeight = 60 }
            if number > 1 { section.footerTitle = "End" }
            section.headerHeight = number == 3 ? 30 : 0
            section.footerHeight = number == 3 ? 25 : 0
            return section
        }
        for section in root.childDelegates { section.childDelegates = (0..<6).map { _ in makeRow() } }
        if hasOwnRows { root.childDelegates[0].childDelegates[0] = OwnRow(number: 0) }
        tableView.reloadData()
    }

    nonisolated func responder(maxCachedBytes: Int) throws -> TableResponder {
        var configuration = TableServer.Configuration()
        configuration.maxCachedBytes = maxCachedBytes
        var server = TableServer(configuration: configuration)
        server.mount("/", tableView)
        return try server.makeResponder()
    }

    private func makeRow() -> WalkedRow {
        madeCount += 1
        switch madeCount % 7 {
        case 1 where hasOwnRows: return OwnRow(number: madeCount)
        case 2: return LocalRow(number: madeCount)
        default: return WalkedRow(number: madeCount)
        }
    }

    /// Returns the address of a page that exists now.
    func target(using random: inout some RandomNumberGenerator) -> String {
        let section = Int.random(in: 0..<4, using: &random)
        let rows = root.childDelegates[section].childDelegates
        let row = Int.random(in: 0..<max(rows.count, 1), using: &random)
        let name = (rows.isEmpty ? nil : rows[row] as? WalkedRow)?.identifier ?? "r0"
        let views = [
            "", "_size=3", "_size=5&_section=\(section)", "_size=4&_row=\(name)", "_edit=1", "_edit=1&_size=4",
            "_expanded=\(name)", "_lang=de", "_lang=he&_size=7", "_sort=name", "_sort_desc=name&_size=5",
            "_size=4&_next=\(section).\(row)~\(name)",
        ]
        let places = ["/", "/table.json", "/sections/\(section)", "/sections/\(section).json"]
        guard Int.random(in: 0..<8, using: &random) > 0 else { return "/rows/\(section)/\(row).json" }
        return (places.randomElement(using: &random) ?? "/") + "?" + (views.randomElement(using: &random) ?? "")
    }

    func rename(using random: inout some RandomNumberGenerator) {
        let section = Int.random(in: 0..<4, using: &random)
        guard let row = (0..<root.childDelegates[section].childDelegates.count).randomElement(using: &random) else {
            return
        }
        let node = root.childDelegates[section]
        (node.childDelegates[row] as? WalkedRow)?.text = "Text \(random.next() % 1000)"
        if Int.random(in: 0..<4, using: &random) == 0, let part = Part.allCases.randomElement(using: &random) {
            change(part, ofRow: row, inSection: section)
        } else {
            tableView.reloadRows(at: [IndexPath(row: row, section: section)])
        }
    }

    /// The parts that are requested again together with a row. Many are shown outside of the row.
    enum Part: CaseIterable {
        case text, height, name, header, headerHeight, footer, footerHeight
    }

    func change(_ part: Part, ofRow row: Int, inSection section: Int) {
        madeCount += 1
        let node = root.childDelegates[section] as? CascadingSectionTableDelegate
        let walked = node?.childDelegates[row] as? WalkedRow
        switch part {
        case .text: walked?.text = String(repeating: "x", count: madeCount % 30)
        case .height: walked?.height = .pixels(Double(70 + madeCount))
        case .name: walked?.name += "x"
        case .header: node?.headerTitle = Self.other(than: node?.headerTitle)
        case .headerHeight: node?.headerHeight = .pixels(Double(30 + madeCount))
        case .footer: node?.footerTitle = Self.other(than: node?.footerTitle)
        case .footerHeight: node?.footerHeight = .pixels(Double(30 + madeCount))
        }
        tableView.reloadRows(at: [IndexPath(row: row, section: section)])
    }

    /// Adds a `!` to a title, or removes it.
    private static func other(than title: String?) -> String {
        guard let title, title.hasSuffix("!") else { return (title ?? "") + "!" }
        return String(title.dropLast())
    }

    /// Changes the table in a random way.
    func edit(using random: inout some RandomNumberGenerator) {
        let section = Int.random(in: 0..<4, using: &random)
        let node = root.childDelegates[section]
        let count = node.childDelegates.count
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4: rename(using: &random)
        case 4:
            let row = Int.random(in: 0...count, using: &random)
            node.childDelegates.insert(makeRow(), at: row)
            tableView.insertRows(at: [IndexPath(row: row, section: section)])
        case 5 where count > 2:
            let row = Int.random(in: 1..<count, using: &random)
            node.childDelegates.remove(at: row)
            tableView.deleteRows(at: [IndexPath(row: row, section: section)])
        case 6 where count > 2:
            let (from, to) = (Int.random(in: 1..<count, using: &random), Int.random(in: 1..<count, using: &random))
            var rows = node.childDelegates
            rows.insert(rows.remove(at: from), at: to)
            node.childDelegates = rows
            tableView.moveRow(at: IndexPath(row: from, section: section), to: IndexPath(row: to, section: section))
        case 7:
            var sections = root.childDelegates
            let to = Int.random(in: 1..<4, using: &random)
            sections.insert(sections.remove(at: max(section, 1)), at: to)
            root.childDelegates = sections
            tableView.moveSection(max(section, 1), toSection: to)
        case 8:
            (node as? CascadingSectionTableDelegate)?.headerTitle = "Header \(random.next() % 100)"
            tableView.reloadSections([section])
        case 9: tableView.title = "Walk \(random.next() % 100)"
        case 10: tableView.reloadData()
        case 11: tableView.appearance.style = [.plain, .insetGrouped, .grid].randomElement(using: &random) ?? .plain
        case 12: tableView.language = tableView.language == "en" ? nil : "en"
        default:
            tableView.performBatchUpdates {
                rename(using: &random)
                node.childDelegates.append(makeRow())
                tableView.insertRows(at: [IndexPath(row: count, section: section)])
                rename(using: &random)
            }
        }
    }
}

/// A section that answers the heights of its rows itself.
private final class OwnHeights: CascadingSectionTableDelegate {
    override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        .pixels(40 + Double(indexPath.row))
    }
}

private class WalkedRow: CascadingBareTableDelegate {
    var text: String
    var height: Height
    var name: String
    let number: Int

    init(number: Int) {
        self.number = number
        text = "Text \(number)"
        height = number % 2 == 0 ? .automatic : .pixels(44)
        name = "r\(number)"
        super.init()
    }

    override var identifier: String { name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: number % 3 == 0 ? .subtitle : .columns, title: text, subtitle: "No. \(number)",
            fields: [Field("name", .text(text)), Field("number", .integer(Int64(number)))],
            accessory: number % 5 == 0 ? .detail : .none, isEnabled: number % 11 != 0)
    }
    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { number % 2 == 0 }
    override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    { .delete }
    override func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool { number % 4 == 0 }
    override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        height
    }
    override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        number % 3 == 1 ? TableViewRowExpansion(.init(title: "About \(text)")) : nil
    }
}

/// A row that shows information about its visitor.
private final class OwnRow: WalkedRow {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let selected = tableView.indexPathsForSelectedRows.count
        // The visitor's name differs between servers, so only row 0 shows it.
        return TableViewCell(title: "You", subtitle: number == 0 ? tableView.session.id : "\(selected) selected")
    }
}

/// A row that shows the reader's language.
private final class LocalRow: WalkedRow {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: tableView.traits.language + " " + text)
    }
}
