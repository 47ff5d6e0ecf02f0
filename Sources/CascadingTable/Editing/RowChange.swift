import Bytes
package import LocalizedMessages

/// A change of one row of a database, as its maker asks for it.
package struct RowChange: Sendable, Hashable {
    package var kind: Kind
    /// The name of the row's table; nil for that of the editor. A row of another table was changed with one of the editor's.
    package var table: String?
    /// The identifier of the row; nil for a new row.
    package var id: String?
    /// The new values, by column. A column that is left out keeps its value, and has its default in a new row.
    package var values: [Field] = []
    /// The state of the row that its maker saw. A row in another state is not changed.
    package var seen: Seen
    /// A Boolean value that indicates whether the values are those of a row as it was. What the database computes is then
    /// left out.
    package var isRestoring = false
    /// The way in which the types of the values are decided.
    package var types: Types
    /// The identifier of the action of the table that finds the values; nil for values that the maker of the change gives.
    package var action: String?

    /// The way in which the types of values are decided.
    package enum Types: Sendable {
        /// A text is what a visitor typed. It gets the type of the value that it replaces, or else that of the column.
        case typed
        /// Each value has its type. A column of numbers takes a text only in the place of another text.
        case declared
        /// Each value has its type, and a column takes what the database takes.
        case any
    }

    /// The kind of a change.
    package enum Kind: String, Sendable, Hashable {
        case insert, change, delete
        /// A change of the row that has the key among the values, or else a new row.
        case put
    }

    /// The knowledge of the row that the maker of a change has.
    package enum Seen: Sendable, Hashable {
        /// Nothing. The row is changed whatever it is.
        case nothing
        /// The values of some columns. For a change, those of other columns than it sets do not count.
        case values([Field], tag: String? = nil)
        /// One of these digests of the whole row.
        case tags([String])
    }

    package init(
        _ kind: Kind, id: String? = nil, values: [Field] = [], seen: Seen = .nothing, types: Types = .declared
    ) {
        (self.kind, self.id, self.values, self.seen, self.types) = (kind, id, values, seen, types)
    }

    /// Returns whether a row is as a change that is taken back has left it, in all columns.
    package func hasLeft(_ row: StoredRow?) -> Bool {
        guard isRestoring, let row else { return isRestoring }
        return switch seen {
        case .tags(let tags): tags.contains(row.tag)
        case .values(_, let tag): tag == row.tag
        case .nothing: false
        }
    }

    /// Returns the change of a row that was found, or a new row, for a change that leaves this open (`put`).
    ///
    /// - Parameter row: The row with the key of the values; nil if there is none.
    package func settled(on row: StoredRow?) -> RowChange {
        guard kind == .put else { return self }
        var change = self
        (change.kind, change.id) = (row == nil ? .insert : .change, row?.id)
        return change
    }
}

/// A row of a database with whole values, as it is stored.
package struct StoredRow: Sendable, Hashable {
    package var id: String
    package var fields: [Field]
    /// The digest of all values, which is the same in all processes.
    package var tag: String
    /// The digest that visitors get. That of a row with hidden columns is of the visible values, because others could be
    /// computed from it.
    package var visibleTag: String
    /// The names of the columns that do not exist for the visitor.
    package var hiddenColumns: [String] = []

    /// The values of the columns that exist for the visitor.
    package var visibleFields: [Field] {
        hiddenColumns.isEmpty ? fields : fields.filter { field in !hiddenColumns.contains(where: field.name.isExactly) }
    }

    package init(id: String, fields: [Field], tag: String) {
        (self.id, self.fields, self.tag, visibleTag) = (id, fields, tag, tag)
    }

    /// Returns the value of a column; nil if the row has none of that name.
    package func value(of column: String) -> FieldValue? { fields.first { $0.name.isExactly(column) }?.value }
}

/// The result of a change of a row, or the reason why nothing was done.
package struct EditedRow: Sendable {
    package var change: RowChange
    /// The row before the change; nil for a new row, and for one that is gone.
    package var before: StoredRow?
    /// The row after the change, with what triggers made of it; nil for a deleted row.
    package var after: StoredRow?
    /// The reason why nothing was done; nil if the row was changed or is as it was asked for.
    package var failure: Failure?
    /// The rows that the database deleted or changed with a deleted row, because they referred to it. A row comes after those
    /// that it refers to. Nil if they cannot all be put back.
    package var others: [EditedRow]? = []

    package init(_ change: RowChange, before: StoredRow? = nil, after: StoredRow? = nil, failure: Failure? = nil) {
        (self.change, self.before, self.after, self.failure) = (change, before, after, failure)
    }

    /// The reason why a row was not changed.
    package enum Failure: Sendable, Hashable {
        /// There is no such row, and the maker of the change did not say what it saw.
        case noSuchRow
        /// The maker of the change did not say what it saw of all columns that it sets.
        case unseen
        /// The row is not in one of the states whose digests were given.
        case otherState
        /// Values that changed since; none if the row is gone.
        case conflicts([EditConflict])
        /// Values that the database does not accept.
        case invalid([TableViewValidationError.Issue])
    }

    /// The result of the change, as a rehearsal tells it.
    package var result: String {
        if failure != nil { return "failing" }
        return change.kind == .change && before?.tag == after?.tag ? "equal" : change.kind.rawValue
    }
}

/// A value that is not what the maker of a change saw.
package struct EditConflict: Sendable, Hashable {
    package var column: String
    /// The value to set; nil for a row to delete.
    package var yours: FieldValue?
    /// The value that is stored now.
    package var theirs: FieldValue
    /// The value that the maker of the change saw; nil if the change gave only a digest of the row.
    package var saw: FieldValue?

    package init(column: String, yours: FieldValue?, theirs: FieldValue, saw: FieldValue?) {
        (self.column, self.yours, self.theirs, self.saw) = (column, yours, theirs, saw)
    }
}

/// The error of changes of which at least one cannot be done, so that none was.
package struct RowEditError: Error {
    package var rows: [EditedRow]

    package init(_ rows: [EditedRow]) { self.rows = rows }
}

/// The changes of a database table's rows, by their identifiers.
package protocol RowEditor: Sendable {
    /// Returns the fields of the form for a row, and the row; those of a new row for nil.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow` if there is no such row.
    func form(ofRow id: String?) async throws -> RowForm

    /// Changes rows in one transaction, all or none.
    ///
    /// - Parameters:
    ///   - changes: The changes. Each row is changed once at most.
    ///   - isRehearsal: Whether to undo everything at the end. Then rows that fail do not end the rest.
    ///   - author: The maker of the changes, for the history of the database.
    ///   - isConfirmed: Returns whether the visitor wants what was done, before it is committed.
    /// - Returns: What was done, or would be, for each change in order.
    /// - Throws: ``RowEditError`` if this is no rehearsal, and a change cannot be done or is not confirmed.
    func edit(
        _ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor,
        if isConfirmed: @escaping @Sendable ([EditedRow]) -> Bool
    ) async throws -> [EditedRow]

    /// Returns the changes of a row that the history of the database has, the newest first and not all of a long past. Nil
    /// for a database without a history.
    ///
    /// - Parameter time: A time, for the changes that tell of it; nil for the latest ones.
    func past(ofRow id: String, at time: String?) async throws -> [PastChange]?

    /// Returns the first rows that a column can refer to, for a visitor who types into its field.
    ///
    /// - Parameters:
    ///   - column: The column of a foreign key.
    ///   - text: A part of the key or the label; empty for any rows.
    func choices(ofColumn column: String, matching text: String) async throws -> [RowChoice]

    /// A Boolean value that indicates whether the database knows what was done for a request that is sent again, also while
    /// the first one is still running.
    var knowsRequests: Bool { get }
}

extension RowEditor {
    package func edit(
        _ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor
    ) async throws -> [EditedRow] {
        try await edit(changes, isRehearsal: isRehearsal, by: author) { _ in true }
    }

    package var knowsRequests: Bool { false }
    package func past(ofRow id: String, at time: String?) async throws -> [PastChange]? { nil }
    package func past(ofRow id: String) async throws -> [PastChange]? { try await past(ofRow: id, at: nil) }
    package func choices(ofColumn column: String, matching text: String) async throws -> [RowChoice] { [] }
}

/// The time after which a change is neither begun nor committed, because its maker is told then that it was refused.
package enum EditDeadline {
    @TaskLocal package static var end: ContinuousClock.Instant?

    /// Returns the end of a limit that begins now, or the deadline of the task if that is earlier.
    package static func end(within limit: Duration) -> ContinuousClock.Instant {
        min(end ?? .now + limit, .now + limit)
    }

    /// Returns the deadline of changes in a request with a limit. A tenth of it is left for the end of their transaction.
    package static func end(ofRequest limit: Duration) -> ContinuousClock.Instant { .now + limit / 10 * 9 }
}

/// The maker of changes, and the request that asked for them.
package struct EditAuthor: Sendable, Hashable {
    /// The identifier of the user; nil for an anonymous visitor.
    package var user: String?
    /// The request; nil for one that is carried out as often as it is sent.
    package var request: UniqueRequest?

    package init(user: String? = nil, request: UniqueRequest? = nil) { (self.user, self.request) = (user, request) }

    /// A request that is carried out once, with `Idempotency-Key`.
    package struct UniqueRequest: Sendable, Hashable {
        /// The digest of the sender, the table and the key that the sender chose.
        package var key: String
        /// The digest of what is asked for.
        package var fingerprint: String
        /// The key of the same request before its sender had a cookie; nil for a sender without one.
        package var earlierKey: String?

        package init(key: String, fingerprint: String, earlierKey: String? = nil) {
            (self.key, self.fingerprint, self.earlierKey) = (key, fingerprint, earlierKey)
        }

        /// The request as the history keeps it, and as the same sender may have sent it before.
        package var texts: [String] { [key, earlierKey ?? key].map { "\($0).\(fingerprint)" } }
    }
}

/// The error of a request whose key was used for another request before.
package struct OtherRequestError: Error { package init() {} }

/// A change of a row in the history of a database.
package struct PastChange: Sendable, Hashable {
    /// The place in the history. Later changes have higher ones, whatever the clock said.
    package var id: Int64
    /// The time in UTC as ISO 8601.
    package var time: String
    /// The identifier of the user; nil for an anonymous visitor.
    package var user: String?
    /// The values before the change; nil for a new row.
    package var before: [Field]?
    /// The values after the change; nil for a deleted row.
    package var after: [Field]?

    package init(id: Int64, time: String, user: String?, before: [Field]?, after: [Field]?) {
        (self.id, self.time, self.user, self.before, self.after) = (id, time, user, before, after)
    }
}

/// A row that a foreign key can refer to.
package struct RowChoice: Sendable, Hashable {
    /// The value of the key.
    package var value: String
    /// The text that names the row for people; empty for none.
    package var label: String

    package init(value: String, label: String) { (self.value, self.label) = (value, label) }
}

/// The means to change the rows of a table, or the row that a record shows.
package struct TableEditing: Sendable {
    /// The editor; nil for a table whose rows visitors may not change.
    package var editor: (any RowEditor)?
    /// The identifier of the row that the table shows as a record; nil for a table of rows, and for a row as it was.
    package var record: String?
    /// The moment as which the table shows a row; nil for rows as they are. Its form puts these values back.
    package var moment: String?
    /// The kinds of changes that are not allowed. They are not offered.
    package var refusedKinds: Set<RowChange.Kind> = []
    /// A Boolean value that indicates whether rules say what each visitor may change. Then users need no token.
    package var hasRules = false

    package init(_ editor: (any RowEditor)?, record: String? = nil) { (self.editor, self.record) = (editor, record) }
}

/// The form of a row of a database.
package struct RowForm: Sendable {
    /// The fields of the columns that can be changed.
    package var fields: [TableViewEditableField]
    /// The columns of the table's key; none without one.
    package var key: [String] = []
    /// The row; nil for a new one.
    package var row: StoredRow?

    package init(_ fields: [TableViewEditableField], key: [String] = [], of row: StoredRow? = nil) {
        (self.fields, self.key, self.row) = (fields, key, row)
    }
}

extension [EditedRow] {
    /// A Boolean value that indicates whether other rows were deleted or changed that cannot be put back.
    package var losesOthers: Bool {
        contains { $0.others?.allSatisfy { $0.change.kind == .delete || $0.after != nil } != true }
    }

    /// The changes that undo these, in reverse order. Each is refused if its row was changed since. There are none for rows
    /// that cannot all be put back.
    package var inverse: [RowChange] {
        guard !losesOthers else { return [] }
        return reversed().flatMap { [$0] + ($0.others ?? []) }.compactMap { row in
            var change = row.inverse
            change?.table = row.change.table
            return change
        }
    }

    /// The sentences about rows that the database would delete or change with these.
    package var consequences: [LocalizedMessage] {
        func list(_ kind: RowChange.Kind) -> String? {
            let others = flatMap { $0.others ?? [] }.filter { $0.change.kind == kind }
            let tables = Dictionary(grouping: others) { ExactString($0.change.table ?? "") }
            let items = tables.map { "\($0.key.wrappedValue) (\($0.value.count))" }
            return items.isEmpty ? nil : items.sorted().joined(separator: ", ")
        }
        var sentences: [LocalizedMessage] = []
        if let list = list(.delete) { sentences.append("Referring rows are deleted, too: \(list).") }
        if let list = list(.change) { sentences.append("Referring rows lose their reference: \(list).") }
        if losesOthers { sentences.append("Other rows are deleted or changed, too, and this cannot be undone.") }
        return sentences
    }
}

extension EditedRow.Failure {
    /// The sentences that tell the failure, with the columns that they are about.
    package var issues: [TableViewValidationError.Issue] {
        switch self {
        case .invalid(let issues): issues
        case .conflicts(let found) where !found.isEmpty:
            found.map { conflict in
                let value = conflict.theirs == .null ? "NULL" : String(conflict.theirs.formText.prefix(200))
                return TableViewValidationError.Issue(
                    conflict.column, "Somebody changed this value since. It is \(value) now.")
            }
        case .otherState: [TableViewValidationError.Issue("", "The row was changed since.")]
        case .unseen: [TableViewValidationError.Issue("", "Say what you saw of each value: \"old\" is missing.")]
        case .conflicts, .noSuchRow: [TableViewValidationError.Issue("", "There is no such row.")]
        }
    }
}

extension EditedRow {
    /// The change that undoes this one; nil if nothing was changed.
    fileprivate var inverse: RowChange? {
        guard change.kind == .change else {
            return after.map { RowChange.restoring(.delete, $0.id, [], seen: .tags([$0.tag])) }
                ?? before.map { .restoring(.insert, $0.id, $0.fields) }
        }
        guard let before, let after, before.tag != after.tag else { return nil }
        // Without a key, the digest tells whether it is still the same row.
        return .restoring(
            .change, after.id, before.changes(from: after),
            seen: .values(after.changes(from: before), tag: after.tag))
    }
}

extension RowChange {
    fileprivate static func restoring(_ kind: Kind, _ id: String, _ values: [Field], seen: Seen = .nothing) -> Self {
        var change = RowChange(kind, id: id, values: values, seen: seen)
        (change.isRestoring, change.types) = (true, .any)
        return change
    }
}

extension [RowChange] {
    /// An estimate of the memory in bytes.
    package var byteCount: Int {
        reduce(0) { sum, change in
            var fields = change.values
            if case .values(let seen, _) = change.seen { fields += seen }
            return fields.reduce(sum + 256) { $0 + 64 + $1.value.byteCount }
        }
    }
}

extension FieldValue {
    /// The bytes of a text or blob; 0 for other values.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text), .number(let text), .json(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .excerpt(let excerpt): excerpt.byteCount
        default: 0
        }
    }
}

extension StoredRow {
    /// Returns the fields with other values than those of another row.
    package func changes(from other: StoredRow) -> [Field] {
        fields.indices.filter { index in
            let (field, others) = (fields[index], other.fields)
            // Rows of a table have their columns in the same order.
            let isAlike = others.indices.contains(index) && others[index].name.isExactly(field.name)
            let value = isAlike ? others[index].value : other.value(of: field.name)
            return value.map { !$0.isStored(as: field.value) } ?? true
        }.map { fields[$0] }
    }
}

extension FieldValue {
    /// Returns whether a database stores both values alike. Texts are compared by bytes.
    package func isStored(as other: FieldValue) -> Bool {
        if case .text(let one) = self, case .text(let other) = other { return one.isExactly(other) }
        if case .decimal(let one) = self, case .decimal(let other) = other, one.isNaN { return other.isNaN }
        return self == other
    }
}
