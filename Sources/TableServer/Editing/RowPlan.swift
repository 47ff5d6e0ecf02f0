import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

/// The changes of many rows as a rehearsal made them, for a visitor who confirms them.
struct RowPlan: Sendable {
    /// The rows in the order of the request.
    var rows: [EditedRow]

    /// The number of rows that would not be as they are now.
    var changeCount: Int { rows.count { !["equal", "failing"].contains($0.result) } }

    /// A Boolean value that indicates whether the plan can be confirmed.
    var isReady: Bool { changeCount > 0 && rows.allSatisfy { $0.failure == nil } }

    /// A Boolean value that indicates whether a value becomes one of another type, such as a number a text.
    var changesTypes: Bool {
        rows.contains { row in
            guard row.result == "change", let before = row.before, let after = row.after else { return false }
            return after.changes(from: before).contains { field in
                before.value(of: field.name).map { Words.areOfOtherTypes($0, field.value) } ?? false
            }
        }
    }

    /// The status that says why the plan cannot be carried out.
    var refusal: HTTPResponse.Status {
        let isOvertaken = rows.contains { row in
            switch row.failure {
            case .conflicts, .otherState, .noSuchRow: true
            case nil, .unseen, .invalid: false
            }
        }
        return isOvertaken ? .conflict : .unprocessableContent
    }

    /// Creates the plan of changed rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - key: The columns of the table's key.
    init(_ rows: [EditedRow], key: [String]) {
        self.rows = rows
        // One row cannot get two values, also if its key is written in two ways.
        var ids: Set<ExactString> = []
        for index in rows.indices where rows[index].failure == nil {
            let own = Set([rows[index].before, rows[index].after].compactMap { $0.map { ExactString($0.id) } })
            defer { ids.formUnion(own) }
            guard !ids.isDisjoint(with: own) else { continue }
            let issue = TableViewValidationError.Issue(key.first ?? "", "Another of these rows has the same key.")
            self.rows[index].failure = .invalid([issue])
        }
    }

    /// The digest of what the page shows: the changes, the rows that they meet, and what becomes of them.
    ///
    /// Other columns do not count, because a default such as the time of the change is never the same again. Nor does the
    /// identifier that the database gives to a row.
    var digest: String {
        var hash = ContentHash()
        for row in rows {
            for text in row.others.map({ $0.map { $0.before?.visibleTag ?? "" } }) ?? ["?"] { hash.add(text) }
            let names = row.change.values.map(\.name)
            let after = row.after?.fields.filter { field in names.contains(where: field.name.isExactly) } ?? []
            for text in [row.result, row.before?.visibleTag ?? ""] { hash.add(text) }
            hash.add(JSONTableWriter.bytes(of: row.change.values))
            hash.add(JSONTableWriter.bytes(of: after))
        }
        return hash.text
    }

    /// The limit in bytes of a ``confirmation``: two numbers in base 36 and a point.
    static let maxConfirmationBytes = 27

    /// The digest for a form that shows the plan, which counts once.
    var confirmation: String { "\(String(UInt64.random(in: .min ... .max), radix: 36)).\(digest)" }

    /// Returns whether a visitor confirmed this plan.
    func isConfirmed(by confirmation: String) -> Bool {
        isReady && confirmation.split(separator: ".").last.map(String.init) == digest
    }
}
