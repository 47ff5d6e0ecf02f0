import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewFieldsTests {
    /// A table of one row with the given fields.
    private final class Dish: TableViewDataSource, TableViewDelegate {
        var fields: [TableViewEditableField] = []
        var isEnabled = true
        var error: (any Error)?
        private(set) var committed: [[String: String]] = []
        private(set) var files: [[String: TableViewFile]] = []
        let tableView = TableView()

        init(_ fields: TableViewEditableField...) {
            self.fields = fields
            (tableView.dataSource, tableView.delegate) = (self, self)
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "Soup", isEnabled: isEnabled)
        }
        func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
            -> [TableViewEditableField]
        { fields }
        func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) throws {
            committed.append(values)
            files.append(tableView.files)
            if let error { throw error }
        }

        func commit(_ values: [String: String]) async throws {
            try await tableView.gestures.commitValues(values, forRowAt: [0, 0])
        }

        func issues(_ values: [String: String]) async throws -> [String] {
            do { try await commit(values) } catch let error as TableViewValidationError {
                return error.issues.map(\.field)
            }
            return []
        }
    }

    private typealias Field = TableViewEditableField

    @Test func `A delegate is given every value, that of a field nobody changed too`() async throws {
        let dish = Dish(Field("name", label: "Name", value: "Soup"), Field("price", label: "Price", kind: .decimal))
        try await dish.commit(["price": " 8.5 "])
        #expect(dish.committed == [["name": "Soup", "price": "8.5"]])
    }

    @Test func `A row is reloaded once its values are accepted`() async throws {
        let dish = Dish(Field("name", label: "Name", value: "Soup"))
        let revision = dish.tableView.revision
        dish.error = TableViewValidationError("name", "Not that.")
        await #expect(throws: TableViewValidationError.self) { try await dish.commit(["name": "Stew"]) }
        #expect(dish.tableView.revision == revision)
        dish.error = nil
        try await dish.commit(["name": "Stew"])
        #expect(dish.tableView.history.changes(since: revision) == [.reloadRows([[0, 0]])])
    }

    @Test(
        arguments: [
            (.text, ["", "a", "ä b"], ["a\nb"]),
            (.multilineText, ["", "a\nb"], []),
            (.integer, ["", "0", "-12", " 7 "], ["1.5", "1e3", "seven", "9223372036854775808"]),
            (.decimal, ["", "0", "-1.5", "1e3"], ["1,5", "nan", "inf", "x"]),
            (.date, ["", "2026-02-28", "2024-02-29"], ["2026-02-29", "2026-2-1", "2026-13-01", "1.5.2026", "x"]),
            (.email, ["", "a@b", " anna@example.org "], ["anna", "@b", "a@", "a@b@c", "a b@c", "a@b\nc"]),
            (.password, ["", " a ", "ä"], ["a\nb"]),
            (.boolean, ["", "true", "false", "1", "0", "on"], ["yes", "2"]),
            (.choice(["a", "b"]), ["", "a", "b"], ["c", "A"]),
        ] as [(TableViewEditableField.Kind, [String], [String])])
    func `A value is of its field's kind`(
        kind: TableViewEditableField.Kind, accepted: [String], refused: [String]
    ) async throws {
        let dish = Dish(Field("a", label: "A", kind: kind))
        for value in accepted { #expect(try await dish.issues(["a": value]) == [], "\(value)") }
        #expect(dish.committed.count == accepted.count)
        for value in refused { #expect(try await dish.issues(["a": value]) == ["a"], "\(value)") }
        #expect(dish.committed.count == accepted.count)
    }

    @Test func `A value that is needed is there`() async throws {
        for kind in [.text, .multilineText, .integer, .date, .choice(["a"])] as [TableViewEditableField.Kind] {
            let dish = Dish(Field("a", label: "A", kind: kind, isRequired: true))
            #expect(try await dish.issues(["a": ""]) == ["a"])
            #expect(try await dish.issues(["a": "  "]) == ["a"])
        }
        let box = Dish(Field("a", label: "A", kind: .boolean, isRequired: true))
        #expect(try await box.issues(["a": "false"]) == ["a"])
        #expect(try await box.issues(["a": "true"]) == [])
    }

    @Test func `A value is within its bounds`() async throws {
        let dish = Dish(
            Field("count", label: "Count", value: "2", kind: .integer, minimum: 1, maximum: 3),
            Field("price", label: "Price", kind: .decimal, minimum: 0.5),
            Field("name", label: "Name", value: "a", maxLength: 3))
        for (count, issues) in [("0", ["count"]), ("1", []), ("3", []), ("4", ["count"])] {
            #expect(try await dish.issues(["count": count]) == issues)
        }
        #expect(try await dish.issues(["price": "0.4", "name": "abcd"]) == ["price", "name"])
        #expect(try await dish.issues(["price": "0.5", "name": "äöü"]) == [])
    }

    @Test func `Booleans and lines come as one way of writing them`() async throws {
        let dish = Dish(Field("is", label: "Is", kind: .boolean), Field("text", label: "Text", kind: .multilineText))
        try await dish.commit(["is": "on", "text": "a\r\nb"])
        #expect(dish.committed == [["is": "true", "text": "a\nb"]])
    }

    @Test func `A value of no field is refused`() async throws {
        #expect(try await Dish(Field("a", label: "A")).issues(["a": "x", "b": "y"]) == ["b"])
    }

    @Test func `What the delegate throws is what is wrong`() async {
        let dish = Dish(Field("a", label: "A"))
        dish.error = TableViewValidationError("a", "There is one already.")
        await #expect(throws: TableViewValidationError("a", "There is one already.")) {
            try await dish.commit(["a": "x"])
        }
    }

    private static let photo = TableViewFile(name: "A.PNG", contentType: "image/png; x=1", bytes: [1, 2, 3])

    @Test func `A chosen file comes with its bytes, and no file leaves the value alone`() async throws {
        let dish = Dish(Field("a", label: "A", value: "old.png", kind: .file(), isRequired: true))
        try await dish.tableView.gestures.commitValues([:], files: ["a": Self.photo], forRowAt: [0, 0])
        for values in [[:], ["a": ""], ["a": "old.png"]] { try await dish.commit(values) }
        #expect(dish.committed.map { $0["a"] } == ["A.PNG", "old.png", "old.png", "old.png"])
        #expect(dish.files == [["a": Self.photo], [:], [:], [:]])
        #expect(dish.tableView.files.isEmpty)
        #expect(try await dish.issues(["a": "other.png"]) == ["a"])
    }

    @Test(
        arguments: [
            (.file(), []), (.file(accept: ["image/*"]), []), (.file(accept: ["text/plain", ".png"]), []),
            (.file(accept: ["IMAGE/PNG"], maxBytes: 3), []),
            (.file(maxBytes: 2), ["Choose a file of at most 2 bytes (this one has 3)."]),
            (.file(accept: [".jpg", "text/*"]), ["Choose a file of one of these kinds: .jpg, text/*."]),
            (.file(accept: ["image"]), ["Choose a file of one of these kinds: image."]),
            (.text, ["Unknown field."]),
        ] as [(TableViewEditableField.Kind, [String])])
    func `A file is one of those that the field accepts`(
        kind: TableViewEditableField.Kind, issues: [String]
    ) async throws {
        let dish = Dish(Field("a", label: "A", kind: kind))
        var found: [String] = []
        do {
            try await dish.tableView.gestures.commitValues([:], files: ["a": Self.photo], forRowAt: [0, 0])
        } catch let error as TableViewValidationError {
            found = error.issues.map(\.message.description)
        }
        #expect(found == issues)
    }

    @Test func `A required file is there, and no file is for an unknown field`() async throws {
        let dish = Dish(Field("a", label: "A", kind: .file(), isRequired: true))
        #expect(try await dish.issues([:]) == ["a"])
        await #expect(throws: TableViewValidationError([.init("b", "Unknown field.")])) {
            try await dish.tableView.gestures.commitValues(
                [:], files: ["a": Self.photo, "b": Self.photo], forRowAt: [0, 0])
        }
    }

    @Test func `A row without fields, or one that is disabled, is not edited`() async {
        let dish = Dish()
        func code() async -> TableViewError.Code? {
            do { try await dish.commit([:]) } catch { return (error as? TableViewError)?.code }
            return nil
        }
        #expect(await code() == .notEditable)
        dish.fields = [Field("a", label: "A")]
        dish.isEnabled = false
        #expect(await code() == .disabled)
        #expect(dish.committed == [])
    }
}
