public import Foundation
import HTTPTypes
import Synchronization
package import TableDatabase
public import TableTesting
import Testing

/// What the history of edited rows is, alike in every kind of database.
public enum HistoryContract: String, CaseIterable, Sendable {
    case everyEditIsKeptWithItsMaker, whatIsNotWrittenIsNotKept, rowsOfOneRequestAreAGroup
    case triggersAreInTheRowAfterwards, theHistoryIsBoundedByDays, theHistoryIsBoundedBySize, theHistoryIsReadOnly
    case aRequestIsKnownAfterARestart, thePageOfARowShowsItsPast, aRowIsShownAsItWas, theOrderIsThatOfTheChanges
    case onlyEditorsPutRowsBack, rowsThatWentWithARowAreKept

    /// A table that refers to another one, and the rows of all.
    public static let rows = """
        CREATE TABLE tracks(id int PRIMARY KEY, album int REFERENCES albums(id) ON DELETE CASCADE ON UPDATE CASCADE, title text);
        INSERT INTO albums(id, title, price, note) VALUES (1, 'Blue', 10, NULL), (2, 'Debut', 9.5, '');
        INSERT INTO watched VALUES (1, 'a', NULL);
        INSERT INTO tracks VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c');
        """

    /// A database whose tables `albums` and `watched` are served at their usual paths.
    public struct Subject: Sendable {
        /// Serves the tables as long as a body runs.
        package typealias Serve =
            @Sendable (
                _ history: EditHistory, _ knowsUsers: Bool, _ body: (any TestClient) async throws -> Void
            ) async throws -> Void

        var serveTables: Serve
        var run: @Sendable (String) async throws -> [String]
        var refusal: String

        /// - Parameters:
        ///   - refusal: Statements after which nothing can be added to the history.
        ///   - serve: Serves the tables with a history as long as a body runs. The header `From` names the user, or there are
        ///     no users.
        ///   - run: Runs a statement as another program, and returns the first column of its rows.
        package init(
            refusal: String,
            serve: @escaping Serve,
            run: @escaping @Sendable (String) async throws -> [String]
        ) {
            (self.refusal, serveTables, self.run) = (refusal, serve, run)
        }

        func serve(
            clock: HistoryClock = HistoryClock(), knowsUsers: Bool = false,
            history: (inout EditHistory) -> Void = { _ in },
            _ body: (any TestClient) async throws -> Void
        ) async throws {
            var kept = EditHistory()
            kept.now = { clock.now }
            history(&kept)
            try await serveTables(kept, knowsUsers, body)
        }
    }

    private static let all = """
        SELECT "table" || key || kind || coalesce(before, '-') || coalesce(after, '-') FROM cascade_history ORDER BY id
        """

    /// Checks what this case is about.
    public func check(_ subject: Subject) async throws {
        switch self {
        case .everyEditIsKeptWithItsMaker: try await everyEditIsKeptWithItsMaker(subject)
        case .whatIsNotWrittenIsNotKept: try await whatIsNotWrittenIsNotKept(subject)
        case .rowsOfOneRequestAreAGroup: try await rowsOfOneRequestAreAGroup(subject)
        case .triggersAreInTheRowAfterwards: try await triggersAreInTheRowAfterwards(subject)
        case .theHistoryIsBoundedByDays: try await theHistoryIsBoundedByDays(subject)
        case .theHistoryIsBoundedBySize: try await theHistoryIsBoundedBySize(subject)
        case .theHistoryIsReadOnly: try await theHistoryIsReadOnly(subject)
        case .aRequestIsKnownAfterARestart: try await aRequestIsKnownAfterARestart(subject)
        case .thePageOfARowShowsItsPast: try await thePageOfARowShowsItsPast(subject)
        case .aRowIsShownAsItWas: try await aRowIsShownAsItWas(subject)
        case .theOrderIsThatOfTheChanges: try await theOrderIsThatOfTheChanges(subject)
        case .onlyEditorsPutRowsBack: try await onlyEditorsPutRowsBack(subject)
        case .rowsThatWentWithARowAreKept: try await rowsThatWentWithARowAreKept(subject)
        }
    }

    private func everyEditIsKeptWithItsMaker(_ subject: Subject) async throws {
        let clock = HistoryClock()
        try clock.set("2026-11-25T10:00:00Z")
        try await subject.serve(clock: clock, knowsUsers: true) { client async throws in
            #expect(
                try await client.json(.post, "/albums/", #"{"values":{"title":"Post","price":1}}"#, from: "amy").status
                    == 201)
            let change = #"{"values":{"title":"Post 2"},"old":{"title":"Post"}}"#
            #expect(try await client.json(.patch, "/albums/row/3/", change).status == 200)
            #expect(try await client.json(.delete, "/albums/row/3/", #"{"old":{"id":3}}"#).status == 200)
            // A change to what is there already is none.
            let same = #"{"values":{"title":"Blue"},"old":{"title":"Blue"}}"#
            #expect(try await client.json(.patch, "/albums/row/1/", same).status == 200)
        }
        let (one, two) = (
            #"{"id":3,"title":"Post","price":1.0,"note":null}"#, #"{"id":3,"title":"Post 2","price":1.0,"note":null}"#
        )
        #expect(
            try await subject.run(Self.all) == [
                "albums3insert-\(one)", "albums3change\(one)\(two)", "albums3delete\(two)-",
            ])
        #expect(
            try await subject.run("SELECT time || coalesce(who, '-') FROM cascade_history WHERE id < 3") == [
                "2026-11-25T10:00:00.000Zamy", "2026-11-25T10:00:00.000Z-",
            ])
    }

    private func whatIsNotWrittenIsNotKept(_ subject: Subject) async throws {
        try await subject.serve { client async throws in
            let rows = #"{"rows":[{"values":{"title":"A"}},{"values":{"title":"Blue"}}]}"#
            #expect(try await client.json(.post, "/albums/", rows).status == 422)
            #expect(try await client.json(.post, "/albums/?_rehearse=1", rows).status == 200)
            #expect(try await subject.run(Self.all) == [])
            // A history that cannot be written undoes the edit.
            _ = try await subject.run(subject.refusal)
            let answer = try await client.json(.post, "/albums/", #"{"values":{"title":"A"}}"#)
            #expect(answer.status >= 500)
            #expect(try await subject.run("SELECT title FROM albums") == ["Blue", "Debut"])
        }
    }

    private func rowsThatWentWithARowAreKept(_ subject: Subject) async throws {
        let all = #"SELECT "table" || key || kind || "group" FROM cascade_history ORDER BY id"#
        let rows = #"{"rows":[{"id":"1","old":{"id":1}},{"id":"2","old":{"id":2}}]}"#
        try await subject.serve { client async throws in
            let gone = try await client.json(.delete, "/albums/", rows, key: "k")
            #expect(gone.status == 200)
            let cookie = try #require(gone.headers[.setCookie]?.prefix { $0 != ";" }).description
            #expect(
                try await subject.run(all) == [
                    "albums1delete1", "tracks1delete1", "tracks2delete1", "albums2delete1", "tracks3delete1",
                ])
            #expect(try await client.undo(gone, cookie: cookie).status == 200)
            #expect(try await subject.run(all).suffix(2) == ["tracks1insert6", "tracks2insert6"])
        }
        // The same request is answered with the rows that it named.
        try await subject.serve { client async throws in
            let gone = try await client.json(.delete, "/albums/", rows, key: "k")
            #expect(gone.status == 200 && gone.text.contains(#""deleted":[{"id":"1"},{"id":"2"}]"#))
            #expect(try await subject.run("SELECT id || '' FROM tracks ORDER BY id") == ["1", "2", "3"])
        }
    }

    private func rowsOfOneRequestAreAGroup(_ subject: Subject) async throws {
        try await subject.serve { client async throws in
            let rows = #"{"rows":[{"values":{"title":"A"}},{"values":{"title":"B"}}]}"#
            #expect(try await client.json(.post, "/albums/", rows).status == 201)
            #expect(try await client.json(.post, "/albums/", #"{"values":{"title":"C"}}"#).status == 201)
            // A row with another key is a deleted one and a new one.
            let key = #"{"values":{"id":70},"old":{"id":1}}"#
            #expect(try await client.json(.patch, "/albums/row/1/", key).status == 200)
        }
        let groups = #"SELECT key || kind || "group" FROM cascade_history"#
        #expect(try await subject.run(groups) == ["3insert1", "4insert1", "5insert3", "1delete4", "70insert4"])
    }

    private func triggersAreInTheRowAfterwards(_ subject: Subject) async throws {
        try await subject.serve { client async throws in
            let change = #"{"values":{"v":"b"},"old":{"v":"a"}}"#
            #expect(try await client.json(.patch, "/watched/row/1/", change).status == 200)
        }
        #expect(
            try await subject.run("SELECT after FROM cascade_history") == [#"{"id":1,"v":"b","stamp":"by trigger"}"#])
    }

    private func theHistoryIsBoundedByDays(_ subject: Subject) async throws {
        let clock = HistoryClock()
        func add(_ title: String, _ client: any TestClient) async throws {
            let answer = try await client.json(.post, "/albums/", #"{"values":{"title":"\#(title)"}}"#)
            #expect(answer.status == 201)
        }
        try await subject.serve(clock: clock, history: { $0.days = 10 }) { client async throws in
            try clock.set("2026-11-01T00:00:00Z")
            try await add("A", client)
            try clock.set("2026-11-12T00:00:00Z")
            try await add("B", client)
            // The clock is set back: the order is that of the changes.
            try clock.set("2026-11-11T00:00:00Z")
            try await add("C", client)
        }
        #expect(
            try await subject.run("SELECT id || time FROM cascade_history ORDER BY id") == [
                "22026-11-12T00:00:00.000Z", "32026-11-11T00:00:00.000Z",
            ])
    }

    private func theHistoryIsBoundedBySize(_ subject: Subject) async throws {
        try await subject.serve(history: { $0.bytes = 2_000 }) { client async throws in
            for index in 0..<40 {
                let note = String(repeating: "x", count: 200)
                let body = #"{"values":{"title":"\#(index)","note":"\#(note)"}}"#
                #expect(try await client.json(.post, "/albums/", body).status == 201)
            }
            let size = try await subject.run("SELECT sum(length(after)) FROM cascade_history")
            let bytes = try #require(Int(size[0]))
            #expect((1_000...2_300).contains(bytes))
            #expect(try await subject.run("SELECT max(id) FROM cascade_history") == ["40"])
        }
        // A large change removes many small ones.
        try await subject.serve(history: { $0.bytes = 60_000 }) { client async throws in
            let rows = (0..<300).map { #"{"values":{"title":"small \#($0)"}}"# }.joined(separator: ",")
            #expect(try await client.json(.post, "/albums/", #"{"rows":[\#(rows)]}"#).status == 201)
            let note = String(repeating: "x", count: 59_000)
            #expect(
                try await client.json(.post, "/albums/", #"{"values":{"title":"T","note":"\#(note)"}}"#).status == 201)
            let size = try await subject.run("SELECT sum(length(after)) FROM cascade_history")
            #expect((59_000...60_500).contains(try #require(Int(size[0]))), "\(size)")
        }
    }

    private func theHistoryIsReadOnly(_ subject: Subject) async throws {
        try await subject.serve { client async throws in
            #expect(try await client.json(.post, "/albums/", #"{"values":{"title":"A"}}"#).status == 201)
            let list = try await client.get("/cascade_history/")
            #expect(list.status == 200 && list.text.contains("insert"))
            #expect(try await client.json(.delete, "/cascade_history/row/1/", #"{"old":{"id":1}}"#).status == 403)
            #expect(try await client.json(.post, "/cascade_history/", #"{"values":{"who":"me"}}"#).status == 403)
            // The page of a change leads to its row.
            #expect(try await client.get("/cascade_history/row/1/").text.contains(#"href="/albums/row/3/""#))
        }
    }

    private func aRequestIsKnownAfterARestart(_ subject: Subject) async throws {
        let new = #"{"rows":[{"values":{"title":"A"}},{"values":{"title":"B"}}]}"#
        let moved =
            #"{"rows":[{"id":"1","values":{"id":70},"old":{"id":1}},{"id":"2","values":{"note":""},"old":{"note":""}}]}"#
        var answers: [TestResponse] = []
        // The first answer sets a cookie.
        for cookie in [nil, "cascade=\(String(repeating: "a", count: 39))"] {
            try await subject.serve { client async throws in
                for (method, path, body, key) in [
                    (.post, "/albums/", new, "k1"), (.patch, "/albums/", moved, "k2"),
                    (HTTPRequest.Method.delete, "/albums/row/3/", #"{"old":{"id":3}}"#, "k3"),
                ] {
                    answers.append(try await client.json(method, path, body, cookie: cookie, key: key))
                }
            }
        }
        #expect(answers.map(\.status) == [201, 200, 200, 201, 200, 200])
        for (first, again) in zip(answers[..<3], answers[3...]) {
            #expect(first.text.prefix { $0 != "u" } == again.text.prefix { $0 != "u" })
        }
        #expect(try await subject.run("SELECT id || title FROM albums ORDER BY id") == ["2Debut", "4B", "70Blue"])
        #expect(try await subject.run("SELECT kind FROM cascade_history").count == 6)
        try await subject.serve { client async throws in
            let other = try await client.json(.post, "/albums/", #"{"values":{"title":"C"}}"#, key: "k1")
            #expect(other.status == 422 && other.text.contains("Idempotency-Key"))
        }
    }

    private func thePageOfARowShowsItsPast(_ subject: Subject) async throws {
        let clock = HistoryClock()
        try clock.set("2026-11-25T10:00:00Z")
        try await subject.serve(clock: clock, knowsUsers: true) { client async throws in
            let change = #"{"values":{"title":"Bl<u>e","note":""},"old":{"title":"Blue","note":null}}"#
            #expect(try await client.json(.patch, "/albums/row/1/", change, from: "amy").status == 200)
            let page = try await client.get("/albums/row/1/")
            #expect(page.text.contains("title: Blue → Bl&lt;u&gt;e · note: NULL → &#39;&#39;"))
            #expect(page.text.contains("UTC, amy") && page.text.contains("?_at=2026-11-25T10%3A00%3A00.000Z"))
            #expect(page.text.contains("/cascade_history/?table=albums&amp;key=1&amp;_sort_desc=id"))
            let all = try await client.get("/cascade_history/?table=albums&key=1&_sort_desc=id")
            #expect(all.status == 200 && all.text.contains("change"))
            let unchanged = try await client.get("/albums/row/2/").text
            #expect(!unchanged.contains("All changes"))
        }
    }

    private func aRowIsShownAsItWas(_ subject: Subject) async throws {
        let clock = HistoryClock()
        try await subject.serve(clock: clock) { client async throws in
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-25").status == 404)
            for (day, method, path, body) in [
                ("20", .post, "/albums/", #"{"values":{"title":"A"}}"#),
                ("22", HTTPRequest.Method.patch, "/albums/row/3/", #"{"values":{"title":"B"},"old":{"title":"A"}}"#),
                ("24", .delete, "/albums/row/3/", #"{"old":{"id":3}}"#),
            ] {
                try clock.set("2026-11-\(day)T12:00:00Z")
                #expect(try await client.json(method, path, body).status < 300)
            }
            for (time, title) in [
                ("2026-11-20", "A"), ("2026-11-21", "A"), ("2026-11-20T12:00:00Z", "A"), ("2026-11-22", "B"),
                ("2026-11-22T11:59:59.999Z", "A"), ("2026-11-22T13:00:00+02:00", "A"), ("2026-11-23T23:59:59Z", "B"),
            ] {
                let record = try await client.get("/albums/row/3.json?_at=\(time)")
                #expect(
                    record.status == 200 && record.text.contains(#""title":"\#(title)""#), "\(time): \(record.text)")
                let page = try await client.get("/albums/row/3/?_at=\(time)", headers: [.accept: "text/html"])
                #expect(page.status == 200 && page.text.contains(title) && !page.text.contains("/edit"), "\(time)")
            }
            let gone = try await client.get("/albums/row/3.json?_at=2026-11-24")
            #expect(gone.status == 404 && gone.text.contains("There was no row"))
            #expect(try await client.get("/albums/row/3/?_at=2026-11-19").status == 404)
            // A row that nobody changed is as it is.
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-21").text.contains("Blue"))
            for nonsense in ["yesterday", "2026-02-30", "2026-11-25T25:00:00Z", "", "2026-11-25T10"] {
                #expect(try await client.get("/albums/row/3/?_at=\(nonsense)").status == 400, "\(nonsense)")
                #expect(try await client.get("/albums/row/3.json?_at=\(nonsense)").status == 400, "\(nonsense)")
            }
        }
    }

    private func theOrderIsThatOfTheChanges(_ subject: Subject) async throws {
        let clock = HistoryClock()
        try await subject.serve(clock: clock) { client async throws in
            for (time, old, new) in [("09", "Blue", "A"), ("12", "A", "B"), ("10", "B", "C")] {
                try clock.set("2026-11-25T\(time):00:00Z")
                let body = #"{"values":{"title":"\#(new)"},"old":{"title":"\#(old)"}}"#
                #expect(try await client.json(.patch, "/albums/row/1/", body).status == 200)
            }
            let page = try await client.get("/albums/row/1/table.json").text
            let places = ["B → C", "A → B", "Blue → A"].compactMap { page.firstRange(of: $0)?.lowerBound }
            #expect(places.count == 3 && places == places.sorted())
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-25").text.contains(#""title":"C""#))
            #expect(try await client.get("/albums/row/1.json?_at=2026-11-25T09:30:00Z").text.contains(#""title":"A""#))
        }
    }

    private func onlyEditorsPutRowsBack(_ subject: Subject) async throws {
        try await subject.serve { client async throws in
            #expect(try await client.json(.delete, "/albums/row/1/", #"{"old":{"id":1}}"#).status == 200)
            let foreign = try await client.post(
                "/albums/row/1/restore", form: "tag=1", headers: [.origin: "https://evil.example"])
            #expect(foreign.status == 403)
            #expect(try await subject.run("SELECT id FROM albums") == ["2"])
        }
    }
}

/// A clock that a test sets.
public final class HistoryClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    public init() {}

    public var now: Date { time.withLock { $0 } }

    public func set(_ text: String) throws {
        let date = try Date(text, strategy: .iso8601)
        time.withLock { $0 = date }
    }
}

extension TestClient {
    /// Puts a deleted row back with the form of its page.
    public func putBack(_ path: String) async throws -> TestResponse {
        let form = try await get("\(path)/restore", headers: [.accept: "text/html"])
        let tag = form.text.firstMatch(of: /name="tag" value="([0-9]+)"/)?.1 ?? ""
        return try await post("\(path)/restore", form: "tag=\(tag)&_query=", headers: [.accept: "text/html"])
    }
}
