import Foundation
import HTTPTypes
import TableTesting
import Testing

/// Random edits of the tables of ``EditingContract``: with keys and without, with rows that a database deletes or changes with
/// another one. Each is rehearsed, made, and undone.
public struct RandomEdits: Sendable {
    private let client: any TestClient
    private let run: @Sendable (String) async throws -> [String]
    private var random: SeededRandomNumberGenerator
    private var cookie: String?
    /// The numbers of edits that were refused, undone, and told before as ones that cannot be undone.
    public private(set) var (refused, undone, told) = (0, 0, 0)

    private static let columns = [
        "bands": ["id", "name"], "songs": ["id", "band", "title"], "verses": ["song", "n", "words", "band"],
        "fans": ["id", "band", "song"], "places": ["id", "part_of"], "loose": ["a", "b"],
    ]
    private static let texts: Set = ["name", "title", "words", "b"]

    public init(_ subject: EditingContract.Subject, seed: UInt64) {
        (client, run) = (subject.client, subject.run)
        random = SeededRandomNumberGenerator(seed: seed)
    }

    /// Makes 150 edits, or as many as the environment variable `EDITS` says, from a random seed or that of `EDITS_SEED`.
    public static func check(_ subject: EditingContract.Subject) async throws {
        func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
        let (count, seed) = (Int(number("EDITS") ?? 150), number("EDITS_SEED") ?? .random(in: 0...999_999))
        var edits = RandomEdits(subject, seed: seed)
        try await edits.make(count, "seed \(seed)")
        #expect(edits.undone > count / 5 && edits.refused > 0, "seed \(seed)")
        print(
            "\(count) edits: \(edits.undone) undone, \(edits.refused) refused, \(edits.told) told before, seed \(seed)")
    }

    /// Makes so many edits, and checks after each undo that all tables are as before.
    private mutating func make(_ count: Int, _ seed: String) async throws {
        for number in 0..<count {
            let (path, body, method) = try await edit()
            let before = try await tables()
            func send(_ query: String = "") async throws -> TestResponse {
                let ifMatch = method == .post ? nil : "*"
                return try await client.json(method, path + query, body, ifMatch: ifMatch, cookie: cookie)
            }
            let rehearsal = try await send("?_rehearse=1")
            #expect(try await tables() == before, "\(seed), \(number): \(method) \(path) \(body)")
            let answer = try await send()
            guard answer.status < 300 else {
                #expect(answer.status < 500, "\(answer.text)")
                #expect(try await tables() == before, "\(seed), \(number): \(method) \(path) \(body)")
                refused += 1
                continue
            }
            let after = try await tables()
            cookie = answer.headers[.setCookie]?.prefix { $0 != ";" }.description ?? cookie
            guard answer.text.contains(#""undo""#) else {
                let isTold = rehearsal.text.contains(#""others":null"#)
                #expect(after == before || isTold, "\(seed), \(number): \(method) \(path) \(body): \(rehearsal.text)")
                if after != before { told += 1 }
                continue
            }
            let undo = try await client.undo(answer, cookie: cookie ?? "")
            let isUndone = try await tables() == before
            #expect(undo.status == 200 && isUndone, "\(seed), \(number): \(method) \(path) \(body): \(undo.text)")
            undone += 1
            guard isUndone else { return }
            // Otherwise the tables would always be the same. Rows that refer to each other are not taken back one by one.
            let redo = try await client.undo(undo, cookie: cookie ?? "")
            let isRight = try await tables() == (redo.status == 200 ? after : before)
            #expect(isRight && redo.status < 500, "\(seed), \(number): \(method) \(path) \(body): \(redo.text)")
        }
    }

    /// Returns a random edit: its path, its body and its method.
    private mutating func edit() async throws -> (path: String, body: String, method: HTTPRequest.Method) {
        let (table, columns) = Self.columns.sorted { $0.key < $1.key }.randomElement(using: &random) ?? ("loose", [])
        let page = try await client.get("/\(table)/table.json?_size=max").text
        let identifiers = page.matches(of: /"id":"([^"]+)"/).map { String($0.1) }
        let kind = Int.random(in: 0..<5, using: &random)
        guard kind > 1, let row = identifiers.randomElement(using: &random) else {
            let rows = (0..<Int.random(in: 1...3, using: &random)).map { _ in #"{"values":\#(values(columns))}"# }
            return ("/\(table)/", #"{"rows":[\#(rows.joined(separator: ","))]}"#, .post)
        }
        let name = row.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let path = "/\(table)/row/\(name)/"
        if kind == 2, identifiers.count > 2 { return (path, "", .delete) }
        let count = Int.random(in: 1...2, using: &random)
        return (path, #"{"values":\#(values(Array(columns.shuffled(using: &random).prefix(count))))}"#, .patch)
    }

    private mutating func values(_ columns: [String]) -> String {
        var values: [String] = []
        for column in columns {
            let number = Int.random(in: 0...7, using: &random)
            let value = Self.texts.contains(column) ? #""text \#(number)""# : "\(number)"
            values.append(#""\#(column)":\#(number == 0 ? "null" : value)"#)
        }
        return "{\(values.joined(separator: ","))}"
    }

    private func tables() async throws -> [[String]] {
        var rows: [[String]] = []
        for (table, columns) in Self.columns.sorted(by: { $0.key < $1.key }) {
            let values = columns.map { "coalesce(CAST(\($0) AS text), '-')" }.joined(separator: " || ',' || ")
            rows.append(try await run("SELECT \(values) FROM \(table) ORDER BY 1"))
        }
        return rows
    }
}
