import Foundation
public import HTTPTypes
public import TableTesting
import Testing

/// What changes of rows by JSON and by forms do, alike in every kind of database.
public enum EditingContract: String, CaseIterable, Sendable {
    case rowsAreAddedChangedAndDeleted, aChangeSaysWhatWasSeen, aRowThatIsGoneIsTold, messagesStandAtTheirValues
    case aRowThatOthersReferToIsNotDeleted, triggersChangeWhatIsReturned, severalRowsAreChangedTogetherOrNotAtAll
    case aRehearsalWritesNothing, everyColumnThatIsSetWasSeen, undoIsTheInverseWithTheSameCheck
    case titlesAreThoseOfTheRow
    case aFormChangesWhatWasTyped, aFormTellsWhatIsWrong, aRowIsDeletedAfterAQuestion, undoNeedsNoKey
    case undoBringsBackWhatWentWithARow, aDeletionTellsWhatGoesWithIt, undoDoesNotDeleteWhatOthersAdded
    case whatCannotBeUndoneIsToldBefore
    case allRowsOfAListChangeTogether
    case aListKeepsItsToolsAndItsQuery, aFormReturnsToItsList, aTextIsNoNumber
    case aFormKeepsWhatBrowsersReplace, aFormOfAGoneRowShowsWhatWasTyped, aColumnOfJSONTakesOnlyJSON,
        typingOffersTheNearestRowsFirst

    /// A database whose tables are served.
    public struct Subject: Sendable {
        var client: any TestClient
        /// A Boolean value that indicates whether a column of JSON takes JSON from programs, and not its text.
        var takesJSON: Bool
        var run: @Sendable (String) async throws -> [String]

        /// - Parameters:
        ///   - client: The client of a server with the tables `artists`, `albums`, `watched`, `child` and ``tables`` at their
        ///     usual paths.
        ///   - run: Runs a statement as another program, and returns the first column of its rows.
        public init(
            _ client: any TestClient, takesJSON: Bool = false,
            run: @escaping @Sendable (String) async throws -> [String]
        ) {
            (self.client, self.takesJSON, self.run) = (client, takesJSON, run)
        }
    }

    /// Tables that are declared alike in every kind of database, with their rows.
    public static let tables = """
        CREATE TABLE loose(a int, b text);
        INSERT INTO loose VALUES (1, 'x'), (2, 'y');
        CREATE TABLE bands(id int PRIMARY KEY, name text);
        CREATE TABLE songs(id int PRIMARY KEY, band int NOT NULL REFERENCES bands(id) ON DELETE CASCADE, title text);
        CREATE TABLE verses(
            song int NOT NULL REFERENCES songs(id) ON DELETE CASCADE, n int NOT NULL, words text,
            band int REFERENCES bands(id) ON DELETE CASCADE, PRIMARY KEY (song, n));
        CREATE TABLE fans(
            id int PRIMARY KEY, band int REFERENCES bands(id) ON DELETE SET NULL,
            song int DEFAULT 3 REFERENCES songs(id) ON DELETE SET DEFAULT);
        CREATE TABLE forms(id int PRIMARY KEY, text text, "caf\u{e9}" text, "cafe\u{301}" text, data json);
        CREATE TABLE places(id int PRIMARY KEY, part_of int REFERENCES places(id) ON DELETE CASCADE);
        INSERT INTO bands VALUES (1, 'Weather Report'), (2, 'Can');
        INSERT INTO songs VALUES (1, 1, 'Birdland'), (2, 1, 'Palladium'), (3, 2, 'Vitamin C');
        INSERT INTO verses VALUES (1, 1, 'la', 1), (1, 2, NULL, NULL), (3, 1, 'hey', 2);
        INSERT INTO fans VALUES (1, 1, 1), (2, NULL, 2), (3, 2, 3);
        INSERT INTO places VALUES (1, NULL), (2, 1), (3, 2), (4, 3);

        """

    /// The rows of the other tables.
    public static let rows = """
        INSERT INTO artists VALUES (1, 'Miles', '1926-05-26', false), (2, 'Björk', NULL, true);
        INSERT INTO albums(id, artist, title, year, note)
            VALUES (1, 1, 'Kind of Blue', 1959, NULL), (2, 2, 'Debut', 1993, ''), (3, 2, 'Post', 1995, 'x');
        INSERT INTO watched VALUES (1, 'a', NULL);
        INSERT INTO child VALUES (1, NULL);
        """

    /// Checks what this case is about.
    public func check(_ subject: Subject) async throws {
        let (client, run) = (subject.client, subject.run)
        switch self {
        case .rowsAreAddedChangedAndDeleted:
            let new = try await client.json(.post, "/albums/", #"{"values":{"artist":1,"title":"So What"}}"#)
            #expect(new.status == 201)
            #expect(new.headers[.location] == "/albums/row/4/")
            #expect(new.text.contains(#""created":{"id":"4"},"row":{"id":4,"artist":1,"title":"So What","year":null"#))
            #expect(new.text.contains(#""price":9.5"#))

            let old = #"{"values":{"title":"Blue","year":1960},"old":{"title":"Kind of Blue","year":1959}}"#
            let saved = try await client.json(.patch, "/albums/row/1/", old)
            #expect(saved.status == 200)
            #expect(saved.text.contains(#""saved":{"id":"1"}"#) && saved.text.contains(#""loud":"BLUE""#))

            let record = try await client.get("/albums/row/1.json")
            #expect(record.headers[.eTag] == saved.headers[.eTag])
            let gone = try await client.json(.delete, "/albums/row/1/", "", ifMatch: record.headers[.eTag])
            #expect(gone.status == 200 && gone.text.contains(#""deleted":{"id":"1"},"row":null"#))
            #expect(try await run("SELECT title FROM albums ORDER BY id") == ["Debut", "Post", "So What"])
        case .titlesAreThoseOfTheRow:
            func title() async throws -> String? {
                try await client.get("/artists/row/1/?_fresh=1").text.firstMatch(of: /<h1><bdi>([^<]*)/).map {
                    String($0.1)
                }
            }
            #expect(try await title() == "Miles")
            let saved = try await client.json(
                .patch, "/artists/row/1/", #"{"values":{"name":"X"},"old":{"name":"Miles"}}"#)
            #expect(saved.status == 200)
            #expect(try await title() == "X")
            #expect(try await client.get("/albums/").text.contains("<span class=\"ref\">X</span>"))
            // Another program changes it, too.
            _ = try await run("UPDATE artists SET name = 'Y' WHERE id = 1")
            #expect(try await title() == "Y")
        case .aChangeSaysWhatWasSeen:
            let unseen = try await client.json(.patch, "/albums/row/1/", #"{"values":{"title":"X"}}"#)
            #expect(unseen.status == 428)
            let other = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":{"title":"kind of blue"}}"#)
            #expect(other.status == 409)
            #expect(
                other.text.contains(
                    #""conflicts":[{"id":"1","field":"title","yours":"X","theirs":"Kind of Blue","saw":"kind of blue"}]"#
                ))
            // '' is not NULL, and a text is no number.
            for old in [#"{"note":""}"#, #"{"note":"NULL"}"#] {
                let answer = try await client.json(.patch, "/albums/row/1/", #"{"values":{"note":"n"},"old":\#(old)}"#)
                #expect(answer.status == 409, "\(old)")
            }
            let stale = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"}}"#, ifMatch: #""row.1""#)
            #expect(stale.status == 412)
            #expect(try await run("SELECT title FROM albums WHERE id = 1") == ["Kind of Blue"])
            // Another column was changed since, which does not count.
            _ = try await run("UPDATE albums SET year = 1970 WHERE id = 1")
            let mine = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":{"title":"Kind of Blue","year":1959}}"#)
            #expect(mine.status == 200)
            let any = try await client.json(.patch, "/albums/row/1/", #"{"values":{"title":"Y"}}"#, ifMatch: "*")
            #expect(any.status == 200)
        case .aRowThatIsGoneIsTold:
            let old = #"{"values":{"title":"X"},"old":{"title":"Y"}}"#
            let gone = try await client.json(.patch, "/albums/row/77/", old)
            #expect(gone.status == 409 && gone.text.contains(#""conflicts":[{"id":"77","field":null}]"#))
            #expect(try await client.json(.delete, "/albums/row/77/", "", ifMatch: "*").status == 404)
            #expect(try await client.json(.delete, "/albums/row/no,key/", "", ifMatch: "*").status == 404)
        case .messagesStandAtTheirValues:
            for (path, values, pointer, message) in [
                ("/albums/row/1/", #"{"titel":"x"}"#, "/titel", #"Did you mean \"title\"?"#),
                ("/albums/row/1/", #"{"loud":"x"}"#, "/loud", "The database computes this value."),
                ("/albums/row/1/", #"{"title":null}"#, "/title", "NULL is not allowed."),
                (
                    "/albums/row/1/", #"{"year":12}"#, "/year",
                    "The value must match the rule of the table: year > 1900."
                ),
                ("/albums/row/1/", #"{"genre":"polka"}"#, "/genre", "Use one of: rock, it's."),
                ("/albums/row/1/", #"{"artist":9}"#, "/artist", "There is no such row in artists."),
                ("/artists/row/1/", #"{"name":"Björk"}"#, "/name", "Another row has this value already."),
                ("/watched/row/1/", #"{"v":"bad"}"#, "", "bad is not allowed"),
                ("/watched/row/1/", #"{"v":"no"}"#, "", "of the table ignored the change"),
                ("/child/row/1/", #"{"parent":5}"#, "/parent", "There is no such row in child."),
            ] {
                let answer = try await client.json(.patch, path, #"{"values":\#(values)}"#, ifMatch: "*")
                #expect(answer.status == 422)
                #expect(answer.text.contains(#""pointer":"\#(pointer)","detail":""#), "\(answer.text)")
                #expect(answer.text.contains(message), "\(answer.text)")
            }
        case .aRowThatOthersReferToIsNotDeleted:
            let answer = try await client.json(.delete, "/artists/row/1/", "", ifMatch: "*")
            #expect(answer.status == 422 && answer.text.contains("Rows of other tables refer to this row: albums."))
            #expect(try await run("SELECT name FROM artists").count == 2)
        case .triggersChangeWhatIsReturned:
            let answer = try await client.json(.patch, "/watched/row/1/", #"{"values":{"v":"b"},"old":{"v":"a"}}"#)
            #expect(answer.text.contains(#""row":{"id":1,"v":"b","stamp":"changed"}"#))
        case .severalRowsAreChangedTogetherOrNotAtAll:
            let bad =
                #"{"rows":[{"values":{"artist":1,"title":"A"}},{"values":{"artist":9,"title":"B"}},{"values":{"artist":1}}]}"#
            let refused = try await client.json(.post, "/albums/", bad)
            #expect(refused.status == 422 && refused.text.contains(#""pointer":"/rows/1/values/artist""#))
            #expect(refused.text.contains(#""pointer":"/rows/2/values/title""#))
            #expect(try await run("SELECT title FROM albums WHERE title = 'A'") == [])
            let rows =
                #"{"rows":[{"id":"1","old":{"year":1959},"values":{"year":1}},{"id":"2","old":{"year":1},"values":{"year":2000}}]}"#
            let conflict = try await client.json(.patch, "/albums/", rows)
            #expect(conflict.status == 409)
            let good = #"{"rows":[{"values":{"artist":1,"title":"A"}},{"values":{"artist":2,"title":"B"}}]}"#
            let added = try await client.json(.post, "/albums/", good)
            let ids = try await run("SELECT id || '' FROM albums WHERE title IN ('A', 'B') ORDER BY title")
            try #require(ids.count == 2)
            #expect(added.status == 201 && added.text.contains(#""created":[{"id":"\#(ids[0])"},{"id":"\#(ids[1])"}]"#))
            let deleted = try await client.json(
                .delete, "/albums/",
                #"{"rows":[{"id":"\#(ids[0])","old":{"title":"A"}},{"id":"\#(ids[1])","old":{"title":"B"}}]}"#)
            #expect(deleted.status == 200)
            #expect(try await run("SELECT title FROM albums ORDER BY id") == ["Kind of Blue", "Debut", "Post"])
        case .aRehearsalWritesNothing:
            let rows = #"{"rows":[{"values":{"artist":1,"title":"A"}},{"values":{"artist":1}}]}"#
            let answer = try await client.json(.post, "/albums/?_rehearse=1", rows)
            #expect(answer.status == 200)
            #expect(answer.text.contains(#"{"rehearsed":true,"failing":1,"rows":[{"is":"insert","id":"4""#))
            #expect(answer.text.contains(#""errors":[{"pointer":"/rows/1/values/title""#))
            let changes =
                #"{"rows":[{"id":"1","old":{"year":1959},"values":{"year":1959}},{"id":"2","old":{"year":1993},"values":{"year":2000}}]}"#
            let equal = try await client.json(.patch, "/albums/?_rehearse=1", changes)
            #expect(equal.text.contains(#"{"is":"equal","id":"1""#) && equal.text.contains(#"{"is":"change","id":"2""#))
            #expect(try await run("SELECT year || '' FROM albums ORDER BY id") == ["1959", "1993", "1995"])
            #expect(try await client.json(.post, "/albums/?_rehearse=2", rows).status == 400)
            #expect(try await client.json(.post, "/albums/?_rehears=1", rows).status == 400)
        case .everyColumnThatIsSetWasSeen:
            for old in ["{}", #"{"id":1}"#, #"{"year":1959}"#] {
                let answer = try await client.json(.patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":\#(old)}"#)
                #expect(answer.status == 428, "\(old)")
            }
            #expect(try await client.json(.delete, "/albums/row/1/", #"{"old":{}}"#).status == 428)
            let both = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"title":"X"},"old":{"title":"Kind of Blue"}}"#,
                ifMatch: #""row.1""#)
            #expect(both.status == 400)
            let form = try await client.post(
                "/albums/row/1/edit", form: "value.title=X", headers: [.accept: "text/html"])
            #expect(form.status == 428)
            #expect(try await run("SELECT title FROM albums WHERE id = 1") == ["Kind of Blue"])
        case .undoIsTheInverseWithTheSameCheck: try await undoIsTheInverse(client, run)
        case .undoNeedsNoKey: try await undoNeedsNoKey(client, run)
        case .undoBringsBackWhatWentWithARow: try await undoBringsBackWhatWentWithARow(client, run)
        case .aDeletionTellsWhatGoesWithIt: try await aDeletionTellsWhatGoesWithIt(client, run)
        case .undoDoesNotDeleteWhatOthersAdded: try await undoDoesNotDeleteWhatOthersAdded(client, run)
        case .whatCannotBeUndoneIsToldBefore: try await whatCannotBeUndoneIsToldBefore(client, run)
        case .aFormChangesWhatWasTyped: try await aFormChangesWhatWasTyped(client, run)
        case .aFormTellsWhatIsWrong: try await aFormTellsWhatIsWrong(client, run)
        case .aRowIsDeletedAfterAQuestion:
            let question = try await client.get("/albums/row/1/delete", headers: [.accept: "text/html"])
            let tag = try #require(question.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
            _ = try await run("UPDATE albums SET note = 'new' WHERE id = 1")
            let late = try await client.post(
                "/albums/row/1/delete", form: "tag=\(tag)", headers: [.accept: "text/html"])
            #expect(late.status == 409 && late.text.contains("<dd>new</dd>"))
            let next = try #require(late.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
            let gone = try await client.post(
                "/albums/row/1/delete", form: "tag=\(next)", headers: [.accept: "text/html"])
            #expect(gone.status == 303 && gone.headers[.location] == "/albums/")
            let twice = try await client.post(
                "/albums/row/1/delete", form: "tag=\(next)", headers: [.accept: "text/html"])
            #expect(twice.status == 409 && twice.text.contains("Somebody deleted this row meanwhile."))
            #expect(!twice.text.contains(#"href="/albums/row/1/"#), "\(twice.text)")
            // A deletion that the database refuses says so, before and after.
            _ = try await run("CREATE TABLE sold(album int REFERENCES albums(id))")
            _ = try await run("INSERT INTO sold VALUES (2)")
            let refused = try await client.get("/albums/row/2/delete", headers: [.accept: "text/html"])
            #expect(refused.status == 200 && refused.text.contains(/<p>[^<]*sold[^<]*<\/p>/), "\(refused.text)")
            let tried = try #require(refused.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
            let answer = try await client.post(
                "/albums/row/2/delete", form: "tag=\(tried)", headers: [.accept: "text/html"])
            #expect(answer.status == 422 && answer.text.contains(/<p>[^<]*sold[^<]*<\/p>/), "\(answer.text)")
            #expect(try await run("SELECT title FROM albums WHERE id = 2").count == 1)
        case .allRowsOfAListChangeTogether: try await allRowsOfAListChangeTogether(client, run)
        case .aListKeepsItsToolsAndItsQuery: try await aListKeepsItsToolsAndItsQuery(client, run)
        case .aFormReturnsToItsList: try await aFormReturnsToItsList(client, run)
        case .aFormKeepsWhatBrowsersReplace: try await aFormKeepsWhatBrowsersReplace(client)
        case .aFormOfAGoneRowShowsWhatWasTyped: try await aFormOfAGoneRowShowsWhatWasTyped(client, run)
        case .aColumnOfJSONTakesOnlyJSON:
            let data = subject.takesJSON ? ##"{"size": 3}"## : ##""{\"size\": 3}""##
            let new = try await client.json(.post, "/forms/", #"{"values":{"id":1,"data":\#(data)}}"#)
            #expect(new.status == 201, "\(new.text)")
            for text in ["soon", "{size", "'x'"] {
                let form =
                    "value.data=\(text)&state.data=value&value.text=&state.text=null&old=%7B%22data%22%3A%22%7B%5C%22size%5C%22%3A%203%7D%22%7D"
                let page = try await client.post("/forms/row/1/edit?column=data", form: form)
                #expect(page.status == 422, "\(page.text)")
                guard !subject.takesJSON else { continue }
                let answer = try await client.json(
                    .patch, "/forms/row/1/", #"{"values":{"data":"\#(text)"}}"#, ifMatch: "*")
                #expect(answer.status == 422 && answer.text.contains("/data"), "\(answer.text)")
            }
            #expect(try await run("SELECT CAST(data AS text) FROM forms") == [#"{"size": 3}"#])
        case .typingOffersTheNearestRowsFirst:
            let many = (10..<90).map { "(\($0), 'Joanna \($0)')" }.joined(separator: ", ")
            _ = try await run(
                "INSERT INTO artists(id, name) VALUES \(many), (100, 'Annika'), (101, 'ANN'), (102, 'Ann')")
            let found = try await client.get("/albums/choices?column=artist&text=Ann").text
            let values = found.matches(of: /"value":"(\d+)"/).map { String($0.1) }
            #expect(values.count == 50 && values.prefix(4) == ["102", "101", "100", "10"], "\(found)")
            for (text, value) in [("bj%C3%B6", "2"), ("102", "102"), ("NNIK", "100")] {
                let found = try await client.get("/albums/choices?column=artist&text=\(text)").text
                #expect(found.contains(#"{"choices":[{"value":"\#(value)""#), "\(text): \(found)")
            }
        case .aTextIsNoNumber:
            for (values, message) in [
                (#"{"year":"soon"}"#, "The column takes only values of the type int"),
                (#"{"price":"9,5"}"#, "The column takes only values of the type "),
                (#"{"title":["a"]}"#, "The column takes only values of the type text"),
                (#"{"title":{"a":1}}"#, "The column takes only values of the type text"),
            ] {
                let answer = try await client.json(.patch, "/albums/row/1/", #"{"values":\#(values)}"#, ifMatch: "*")
                #expect(answer.status == 422, "\(answer.text)")
                #expect(answer.text.lowercased().contains(message.lowercased()), "\(answer.text)")
                #expect(try await client.json(.post, "/albums/", #"{"values":\#(values)}"#).status == 422)
            }
            // Programs without whole numbers of 64 bits send them as texts.
            let digits = try await client.json(
                .patch, "/albums/row/1/", #"{"values":{"year":"1960","price":"1e1"}}"#, ifMatch: "*")
            #expect(digits.status == 200 && digits.text.contains(#""year":1960"#), "\(digits.text)")
            #expect(try await run("SELECT CAST(price = 10 AS int) || '' FROM albums WHERE id = 1") == ["1"])
        }
    }

    private func undoNeedsNoKey(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        func identifier(_ a: Int) async throws -> String {
            let rows = try await client.get("/loose/table.json?a=\(a)").text
            return try #require(rows.firstMatch(of: /"link":"[^"]*\/row\/([^"]+)\/"/)?.1).description
        }
        let all = "SELECT a || b FROM loose ORDER BY a"
        let change = #"{"values":{"b":"z"},"old":{"a":1,"b":"x"}}"#
        let changed = try await client.json(.patch, "/loose/row/\(identifier(1))/", change)
        #expect(changed.status == 200 && changed.text.contains(#""title":"Row "#))
        let cookie = try #require(changed.headers[.setCookie]?.prefix { $0 != ";" }).description
        #expect(try await run(all) == ["1z", "2y"])
        #expect(try await client.undo(changed, cookie: cookie).status == 200)
        #expect(try await run(all) == ["1x", "2y"])
        let gone = try await client.json(
            .delete, "/loose/row/\(identifier(2))/", #"{"old":{"a":2,"b":"y"}}"#, cookie: cookie)
        #expect(try await client.undo(gone, cookie: cookie).status == 200)
        #expect(try await run(all) == ["1x", "2y"])
        // Every column counts, because nothing else tells that it is the same row.
        let again = try await client.json(
            .patch, "/loose/row/\(identifier(1))/", change, cookie: cookie)
        _ = try await run("UPDATE loose SET a = 7 WHERE a = 1")
        #expect(try await client.undo(again, cookie: cookie).status == 409)
        #expect(try await run(all) == ["2y", "7z"])
    }

    /// Statements that read all rows of the tables that refer to each other.
    private static let referring = [
        "SELECT id || name FROM bands ORDER BY id", "SELECT id || title || band FROM songs ORDER BY id",
        "SELECT song || ',' || n || coalesce(words, '-') || coalesce(band, 0) FROM verses ORDER BY song, n",
        "SELECT id || ',' || coalesce(band, 0) || ',' || coalesce(song, 0) FROM fans ORDER BY id",
        "SELECT id || ',' || coalesce(part_of, 0) FROM places ORDER BY id",
    ]

    private func undoBringsBackWhatWentWithARow(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        func all() async throws -> [[String]] {
            var rows: [[String]] = []
            for statement in Self.referring { rows.append(try await run(statement)) }
            return rows
        }
        let before = try await all()
        let band = try await client.json(.delete, "/bands/row/1/", "", ifMatch: "*")
        #expect(band.status == 200, "\(band.text)")
        let cookie = try #require(band.headers[.setCookie]?.prefix { $0 != ";" }).description
        let after = try await all()
        #expect(after[1] == ["3Vitamin C2"] && after[2] == ["3,1hey2"] && after[3] == ["1,0,3", "2,0,3", "3,2,3"])
        let undone = try await client.undo(band, cookie: cookie)
        #expect(undone.status == 200, "\(undone.text)")
        #expect(try await all() == before)
        // It is repeated, and undone again.
        let redone = try await client.undo(undone, cookie: cookie)
        #expect(redone.status == 200, "\(redone.text)")
        #expect(try await all() == after)
        #expect(try await client.undo(redone, cookie: cookie).status == 200)
        #expect(try await all() == before)

        let place = try await client.json(.delete, "/places/row/2/", "", ifMatch: "*", cookie: cookie)
        #expect(try await run("SELECT id || '' FROM places") == ["1"])
        #expect(try await client.undo(place, cookie: cookie).status == 200)
        #expect(try await all() == before)

        // A reference that somebody set anew since is not replaced, and nothing else is put back.
        let again = try await client.json(.delete, "/bands/row/1/", "", ifMatch: "*", cookie: cookie)
        _ = try await run("UPDATE fans SET band = 2 WHERE id = 1")
        #expect(try await client.undo(again, cookie: cookie).status == 409)
        #expect(try await run(Self.referring[0]) == ["2Can"])
    }

    private func aDeletionTellsWhatGoesWithIt(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let sentences = [
            "Referring rows are deleted, too: songs (2), verses (2).", "Referring rows lose their reference: fans (2).",
        ]
        let question = try await client.get("/bands/row/1/delete", headers: [.accept: "text/html"])
        let plan = try await client.post("/bands/rows/delete", form: "rows=@1", headers: [.accept: "text/html"])
        for sentence in sentences {
            #expect(question.text.contains("<p>\(sentence)</p>"), "\(question.text)")
            #expect(plan.text.contains("<p>\(sentence)</p>"), "\(plan.text)")
        }
        let other = try await client.get("/verses/row/1,1/delete", headers: [.accept: "text/html"])
        #expect(!other.text.contains("Referring rows"))
        let rehearsed = try await client.json(.delete, "/bands/row/1/?_rehearse=1", "", ifMatch: "*")
        #expect(rehearsed.text.contains(#""others":[{"table":""#))
        #expect(rehearsed.text.contains(#"{"table":"songs","is":"delete","id":"1"}"#))
        #expect(rehearsed.text.contains(#"{"table":"fans","is":"change","id":"1"}"#))
        #expect(try await run("SELECT id || '' FROM songs ORDER BY id") == ["1", "2", "3"])
        // What the page named has changed since.
        let digest = try #require(plan.text.firstMatch(of: /name="plan" value="([^"]*)"/)?.1)
        _ = try await run("INSERT INTO songs VALUES (9, 1, 'New')")
        let late = try await client.post(
            "/bands/rows/delete", form: "rows=@1&plan=\(digest)", headers: [.accept: "text/html"])
        #expect(late.status == 409 && late.text.contains("songs (3)"))
        #expect(try await run("SELECT id || '' FROM bands ORDER BY id") == ["1", "2"])
    }

    private func undoDoesNotDeleteWhatOthersAdded(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let new = try await client.json(.post, "/bands/", #"{"values":{"id":3,"name":"Neu!"}}"#)
        let cookie = try #require(new.headers[.setCookie]?.prefix { $0 != ";" }).description
        _ = try await run("INSERT INTO songs VALUES (9, 3, 'Hallogallo')")
        #expect(try await client.undo(new, cookie: cookie).status == 409)
        #expect(try await run("SELECT title FROM songs WHERE band = 3") == ["Hallogallo"])
    }

    private func whatCannotBeUndoneIsToldBefore(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        _ = try await run(
            "INSERT INTO songs WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 1010) SELECT i, 1, 's' FROM n"
        )
        let sentence = "Other rows are deleted or changed, too, and this cannot be undone."
        let question = try await client.get("/bands/row/1/delete", headers: [.accept: "text/html"])
        #expect(question.text.contains(sentence))
        let plan = try await client.post("/bands/rows/delete", form: "rows=@1", headers: [.accept: "text/html"])
        #expect(plan.text.contains(sentence))
        let rehearsed = try await client.json(.delete, "/bands/row/1/?_rehearse=1", "", ifMatch: "*")
        #expect(rehearsed.text.contains(#""others":null"#))
        let gone = try await client.json(.delete, "/bands/row/1/", "", ifMatch: "*")
        #expect(gone.status == 200 && !gone.text.contains(#""undo""#))
        #expect(try await run("SELECT id || '' FROM songs") == ["3"])
    }

    /// The queries of lists of albums that have the second row.
    private static let queries = [
        "year__gt=1990", "_sort=title", "_sort_desc=year&_size=2", "_search=deb", "_labels=1", "note=&_col=title",
    ]

    private func allRowsOfAListChangeTogether(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let html: HTTPFields = [.accept: "text/html"]
        let (list, changed) = (
            "_query=year__gt%3D1990%26_sort%3Dtitle%26_edit%3D1",
            "SELECT title FROM albums WHERE note = 'new' ORDER BY id"
        )
        let form = "all=1&value.note=new&state.note=value"
        let selecting = try await client.get("/albums/?year__gt=1990&_edit=1&_size=1", headers: html)
        #expect(selecting.text.contains(#"<input type="checkbox" name="all" value="1">"#))
        let asked = try await client.post("/albums/rows/edit?\(list)", form: "all=1", headers: html)
        #expect(asked.text.contains(#"<input type="hidden" name="all" value="1">"#) && !asked.text.contains("@2"))
        let shown = try await client.post("/albums/rows/edit?\(list)", form: form, headers: html)
        #expect(shown.text.contains(">2 changed<"), "\(shown.text)")
        let plan = try #require(shown.text.firstMatch(of: /name="plan" value="([^"]*)"/)?.1)
        // Somebody adds a row to the list before it is confirmed.
        _ = try await run("INSERT INTO albums(artist, title, year) VALUES (2, 'Homogenic', 1997)")
        let late = try await client.post("/albums/rows/edit?\(list)", form: "\(form)&plan=\(plan)", headers: html)
        #expect(late.status == 409 && late.text.contains(">3 changed<"), "\(late.text)")
        #expect(try await run(changed) == [])
        let again = try #require(late.text.firstMatch(of: /name="plan" value="([^"]*)"/)?.1)
        let done = try await client.post("/albums/rows/edit?\(list)", form: "\(form)&plan=\(again)", headers: html)
        #expect(done.status == 303 && done.headers[.location] == "/albums/?year__gt=1990&_sort=title")
        #expect(try await run(changed) == ["Debut", "Post", "Homogenic"])
        let cookie = try #require(done.headers[.setCookie]?.prefix { $0 != ";" }).description
        let page = try await client.get(
            "/albums/?year__gt=1990&_sort=title", headers: [.accept: "text/html", .cookie: cookie])
        let undo = try #require(page.address("formaction", beginningWith: "/albums/undo/"))
        _ = try await client.post(undo, form: "", headers: [.cookie: cookie])
        #expect(try await run(changed) == [])
        // A list that cannot be read is not the one of all rows.
        for query in [
            "_query=nothing%3D1", "_query=year__gt", "_query=_size%3D0", "_query=%25zz", "year=1993",
            "_Query=year%3D1993",
            "_query=year%3D1993&_query=year%3D1995", "year=1993&_query=year%3D1993", "_query=_group%3Dyear",
            "_query=_filter_column%3Dyear%26_filter_op%3Dexact%26_filter_value%3D1993",
        ] {
            let answer = try await client.post("/albums/rows/delete?\(query)", form: "all=1", headers: html)
            #expect(answer.status == 400, "\(query) \(answer.status)")
        }
        let none = try await client.post("/albums/rows/delete?_query=year%3D1", form: "all=1", headers: html)
        #expect(none.status == 400)
        let deletion = try await client.post("/albums/rows/delete?\(list)", form: "all=1", headers: html)
        let sure = try #require(deletion.text.firstMatch(of: /name="plan" value="([^"]*)"/)?.1)
        #expect(
            try await client.post("/albums/rows/delete?\(list)", form: "all=1&plan=\(sure)", headers: html).status
                == 303)
        #expect(try await run("SELECT title FROM albums") == ["Kind of Blue"])
    }

    private func aListKeepsItsToolsAndItsQuery(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let plain = try await client.get("/albums/", headers: [.accept: "text/html"])
        #expect(plain.address("href", endingWith: "/new") == "/albums/new")
        for query in Self.queries {
            let list = "/albums/?\(query)"
            let page = try await client.get(list, headers: [.accept: "text/html"])
            // Not every database has columns with labels.
            if page.text.contains("The table has no labels.") { continue }
            #expect(page.text.contains(" editable>"), "\(query)")
            for path in ["new", "paste"] {
                let address = try #require(page.address("href", beginningWith: "/albums/\(path)?"), "\(query)")
                #expect(try await client.get(address, headers: [.accept: "text/html"]).status == 200)
            }
            let edit = try #require(page.address("href", endingWith: "_edit=1"), "\(query)")
            let selecting = try await client.get(edit, headers: [.accept: "text/html"])
            let row = try #require(selecting.text.firstMatch(of: /name="rows" value="([^"]*@2)"/)?.1, "\(query)")
            let action = try #require(selecting.address("action", beginningWith: "/albums/rows/edit"))
            let form = "rows=\(row)&value.note=new&state.note=value"
            let asked = try await client.post(action, form: form, headers: [.accept: "text/html"])
            let plan = try #require(asked.text.firstMatch(of: /name="plan" value="([^"]*)"/)?.1, "\(asked.text)")
            let confirmed = try #require(asked.address("action", beginningWith: "/albums/rows/edit"))
            let done = try await client.post(confirmed, form: "\(form)&plan=\(plan)", headers: [.accept: "text/html"])
            #expect(done.status == 303 && done.headers[.location] == list, "\(done.headers[.location] ?? "")")
            let cookie = try #require(done.headers[.setCookie]?.prefix { $0 != ";" }).description
            let again = try await client.get(list, headers: [.accept: "text/html", .cookie: cookie])
            let undo = try #require(again.address("formaction", beginningWith: "/albums/undo/"), "\(query)")
            _ = try await client.post(undo, form: "", headers: [.cookie: cookie])
            #expect(try await run("SELECT title FROM albums WHERE note = 'new'") == [], "\(query)")
        }
        // Groups are no rows.
        for query in ["_group=year", "year__gt=1990&_group=artist", "_stats=year"] {
            let page = try await client.get("/albums/?\(query)", headers: [.accept: "text/html"])
            #expect(page.status == 200 && !page.text.contains("/albums/new"), "\(query)")
        }
    }

    private func aFormReturnsToItsList(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let (list, row) = ("/albums/?year__gt=1900&_sort_desc=title", "/albums/row/2/?year__gt=1900&_sort_desc=title")
        let page = try await client.get("\(list)&_size=2", headers: [.accept: "text/html"])
        let new = try #require(page.address("href", beginningWith: "/albums/new?"))
        #expect(try await client.get(new).address("href", beginningWith: "/albums/?") == "\(list)&_size=2")
        let added = try await client.post(
            new, form: "value.artist=1&value.title=A&value.year=1999", headers: [.accept: "text/html"])
        #expect(
            added.status == 303 && added.headers[.location] == row.replacing("/2/", with: "/4/"),
            "\(added.headers[.location] ?? "")")
        // The page of a row has the way to the rows beside it, also after an edit.
        let record = try await client.get(row, headers: [.accept: "text/html"])
        let edit = try #require(record.address("href", beginningWith: "/albums/row/2/edit"))
        let form = try await client.get(edit)
        #expect(form.address("href", beginningWith: "/albums/row/2/") == row)
        let saved = try await client.post(
            try #require(form.address("action", beginningWith: "/albums/row/2/edit")),
            form: "old=\(try form.oldValues())&value.year=1994", headers: [.accept: "text/html"])
        #expect(saved.status == 303 && saved.headers[.location] == row, "\(saved.headers[.location] ?? "")")
        let copy = try #require(record.address("href", beginningWith: "/albums/new?from=2"))
        #expect(try await client.get(copy).address("action", beginningWith: "/albums/new") == copy)
        let delete = try #require(record.address("href", beginningWith: "/albums/row/2/delete"))
        let question = try await client.get(delete)
        let tag = try #require(question.text.firstMatch(of: /name="tag" value="([^"]*)"/)?.1)
        let gone = try await client.post(
            try #require(question.address("action", beginningWith: "/albums/row/2/delete")), form: "tag=\(tag)",
            headers: [.accept: "text/html"])
        #expect(gone.status == 303 && gone.headers[.location] == list, "\(gone.headers[.location] ?? "")")
        // What is no query of a page leads to the table.
        for query in ["//evil.example/", "_size=0", "a%0D%0Ab=1", "_nothing=1"] {
            let answer = try await client.get("/albums/new?_query=\(query)")
            #expect(answer.status == 200 && !answer.text.contains("href=\"//"), "\(query)")
        }
    }

    private func undoIsTheInverse(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let first = try await client.json(
            .patch, "/albums/row/1/",
            #"{"values":{"title":"X","note":"n"},"old":{"title":"Kind of Blue","note":null}}"#)
        let cookie = try #require(first.headers[.setCookie]?.prefix { $0 != ";" }).description
        #expect(try await client.undo(first, cookie: cookie).status == 200)
        #expect(
            try await run("SELECT title || coalesce(note, '-') FROM albums WHERE id = 1") == ["Kind of Blue-"])
        // A row that comes back has its key and all of its values.
        let all = "SELECT id || title || year || price || note || loud FROM albums WHERE id = 3"
        let before = try await run(all)
        let tag = try await client.get("/albums/row/3.json").headers[.eTag]
        let gone = try await client.json(.delete, "/albums/row/3/", "", ifMatch: tag, cookie: cookie)
        #expect(gone.status == 200)
        #expect(try await client.undo(gone, cookie: cookie).status == 200)
        #expect(try await run(all) == before)
        // A change that somebody made since is not undone.
        let second = try await client.json(
            .patch, "/albums/row/1/", #"{"values":{"title":"Y"},"old":{"title":"Kind of Blue"}}"#, cookie: cookie)
        _ = try await run("UPDATE albums SET title = 'theirs' WHERE id = 1")
        #expect(try await client.undo(second, cookie: cookie).status == 409)
        #expect(try await run("SELECT title FROM albums WHERE id = 1") == ["theirs"])
    }

    private func aFormChangesWhatWasTyped(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let form = try await client.get("/albums/row/1/edit", headers: [.accept: "text/html"])
        #expect(form.text.contains(#"name="value.title" type="text" value="Kind of Blue""#))
        #expect(!form.text.contains(#"name="value.loud""#))
        let old = try form.oldValues()
        let sent = try await client.post(
            "/albums/row/1/edit",
            form: "old=\(old)&value.title=Kind+of+Blue&value.year=1960&state.note=value&value.note=",
            headers: [.accept: "text/html"])
        #expect(sent.status == 303 && sent.headers[.location] == "/albums/row/1/")
        #expect(
            try await run("SELECT year || coalesce('''' || note || '''', 'NULL') FROM albums WHERE id = 1") == [
                "1960''"
            ])
        let cookie = try #require(sent.headers[.setCookie]?.prefix { $0 != ";" }).description
        let page = try await client.get("/albums/row/1/", headers: [.accept: "text/html", .cookie: cookie])
        #expect(page.text.contains(#"<p class="notice""#) && page.text.contains("/albums/row/1/undo/"))

        // Somebody else has changed one of the values: both are shown, and nothing is written.
        let late = try await client.post(
            "/albums/row/1/edit", form: "old=\(old)&value.year=1961&value.title=New", headers: [.accept: "text/html"])
        #expect(late.status == 409)
        #expect(late.text.contains("<dd>1961</dd>") && late.text.contains("<dd>1960</dd>"))
        #expect(late.text.contains("<dd>1959</dd>") && !late.text.contains("<dd>New</dd>"))
        #expect(try await run("SELECT year || title FROM albums WHERE id = 1") == ["1960Kind of Blue"])
        // Its form writes both values over what it showed.
        let mine = try await client.post(
            "/albums/row/1/edit", form: "old=\(try late.oldValues())&value.year=1961&value.title=New",
            headers: [.accept: "text/html"])
        #expect(mine.status == 303)
        #expect(try await run("SELECT year || title FROM albums WHERE id = 1") == ["1961New"])
    }

    /// Browsers send CR LF for each line break, and U+FFFD for what HTML cannot have. Two names that look alike are two.
    private func aFormKeepsWhatBrowsersReplace(_ client: any TestClient) async throws {
        let text = #"a\r\nb\u0001c\r\nd"#
        let new = try await client.json(
            .post, "/forms/",
            #"{"values":{"id":1,"text":"\#(text)","caf\#u{e9}":"one","cafe\#u{301}":"two"}}"#)
        #expect(new.status == 201, "\(new.text)")
        let names = (one: "value.caf%C3%A9=one", other: "value.cafe%CC%81=")
        func send(_ typed: String, _ other: String) async throws -> TestResponse {
            let form = try await client.get("/forms/row/1/edit", headers: [.accept: "text/html"])
            return try await client.post(
                "/forms/row/1/edit",
                form: "old=\(try form.oldValues())&value.text=\(typed)&\(names.one)&\(names.other)\(other)",
                headers: [.accept: "text/html"])
        }
        // Each part before and after the change has the bytes that it had.
        let sent = try await send("a%0D%0Ab%EF%BF%BDc%0D%0Anew%0D%0Ad%21", "three")
        #expect(sent.status == 303, "\(sent.text)")
        let row = try await client.get("/forms/row/1.json").text
        #expect(row.contains(#""text":"a\r\nb\u0001c\r\nnew\r\nd!""#), "\(row)")
        #expect(row.contains("\"caf\u{e9}\":\"one\"") && row.contains("\"cafe\u{301}\":\"three\""), "\(row)")
        // The control character is between two changes.
        let lost = try await send("A%0D%0Ab%EF%BF%BDc%0D%0Anew%0D%0Ad", "three")
        #expect(lost.status == 422 && lost.text.contains("Change one place at a time."))
        #expect(try await client.get("/forms/row/1.json").text == row)
        #expect(try await send("a%0D%0Ab%EF%BF%BDc%0D%0Anew%0D%0Ad%21", "three").status == 303)
        #expect(try await client.get("/forms/row/1.json").text == row)
    }

    private func aFormOfAGoneRowShowsWhatWasTyped(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let form = try await client.get("/albums/row/3/edit", headers: [.accept: "text/html"])
        _ = try await run("DELETE FROM albums WHERE id = 3")
        let late = try await client.post(
            "/albums/row/3/edit", form: "old=\(try form.oldValues())&value.title=Typed&value.year=1995",
            headers: [.accept: "text/html"])
        #expect(late.status == 409 && late.text.contains("Somebody deleted this row meanwhile."), "\(late.text)")
        #expect(late.text.contains("<dd>Typed</dd>") && late.text.contains("<dd>Post</dd>"), "\(late.text)")
        #expect(!late.text.contains("1995"))
    }

    private func aFormTellsWhatIsWrong(
        _ client: any TestClient, _ run: @Sendable (String) async throws -> [String]
    ) async throws {
        let form = try await client.get("/albums/new", headers: [.accept: "text/html"])
        #expect(form.text.contains(#"<select class="state" name="state.id""#))
        let sent = try await client.post(
            "/albums/new", form: "value.artist=9&value.title=T&value.year=abc&state.price=null&value.price=3",
            headers: [.accept: "text/html"])
        #expect(sent.status == 422)
        #expect(sent.text.contains("Enter a whole number."))
        #expect(sent.text.contains("Choose between the typed value and NULL."))
        #expect(sent.text.contains(#"value="abc""#))
        let other = try await client.post(
            "/albums/new", form: "value.artist=9&value.title=T&state.year=null", headers: [.accept: "text/html"])
        #expect(other.status == 422 && other.text.contains("There is no such row in artists."))
        // A typed value counts, although the form was made for NULL.
        let typed = try await client.post(
            "/albums/new",
            form: "value.artist=2&value.title=T&state.note=null&value.note=n&state.year=null&value.year=",
            headers: [.accept: "text/html"])
        #expect(typed.status == 303)
        #expect(
            try await run("SELECT note || coalesce(year || '', 'NULL') FROM albums WHERE title = 'T'") == ["nNULL"])
        let good = try await client.post(
            "/albums/new",
            form: "state.id=default&value.id=&value.artist=2&value.title=&state.price=default&value.price=",
            headers: [.accept: "text/html"])
        let id = try await run("SELECT max(id) || '' FROM albums").first
        #expect(good.status == 303 && good.headers[.location] == "/albums/row/\(id ?? "")/")
        #expect(try await run("SELECT '''' || title || '''' || price FROM albums WHERE title = ''") == ["''9.5"])
    }
}

extension TestClient {
    /// Undoes a change by the address in its answer.
    public func undo(_ answer: TestResponse, cookie: String) async throws -> TestResponse {
        let url = try #require(answer.text.firstMatch(of: /"url":"([^"]+)"/)?.1)
        return try await post(String(url), headers: [.cookie: cookie, .accept: "application/json"])
    }

    /// Sends a body in JSON.
    public func json(
        _ method: HTTPRequest.Method, _ path: String, _ body: String, ifMatch: String? = nil, cookie: String? = nil,
        from user: String? = nil, key: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.from] = user
        if let key { headers[try #require(HTTPField.Name("Idempotency-Key"))] = key }
        headers[.ifMatch] = ifMatch
        headers[.cookie] = cookie
        return try await send(method, path, headers: headers, body: Array(body.utf8))
    }
}

extension TestResponse {
    /// Returns an address of the page, in an attribute; nil for none.
    func address(_ attribute: String, beginningWith start: String = "", endingWith end: String = "") -> String? {
        text.matches(of: /(?s) ([a-z]+)="([^"]*)"/).lazy.filter { $0.1 == attribute }
            .map { String($0.2).replacing("&amp;", with: "&") }.first { $0.hasPrefix(start) && $0.hasSuffix(end) }
    }

    /// Returns the old values in the form of a row, as a value of another form.
    public func oldValues() throws -> String {
        try #require(text.firstMatch(of: /name="old" value="([^"]*)"/)?.1).replacing("&quot;", with: "\"")
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
