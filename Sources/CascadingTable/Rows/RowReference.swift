public import Bytes
public import Essentials

/// A row, by identifier and index path.
///
/// The index path is the place where the row was last seen. Another row may stand there after an `await`. The identifier
/// stays: ``TableView/indexPath(forRowWithIdentifier:)`` returns the current place.
public struct RowReference: Sendable, Hashable {
    /// The index path where the row was last seen.
    public var indexPath: IndexPath
    /// The identifier of the row, as `tableView(_:identifierForRowAt:)` returns it.
    @ExactString public var identifier: String

    /// Creates a reference to a row.
    ///
    /// - Parameters:
    ///   - indexPath: The index path where the row was last seen.
    ///   - identifier: The identifier of the row.
    public init(indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }

    /// A Boolean value that indicates whether the identifier was derived from the index path, such as `0-3` or
    /// `0-3@17`, because the row has none.
    package var isNamedByPath: Bool { identifier.prefix { $0 != "@" } == "\(indexPath.section)-\(indexPath.row)" }
}

extension TableView {
    /// Returns the current place of the row with an identifier. It looks first at the place where the row was last
    /// seen.
    ///
    /// - Returns: The row, or nil if it no longer exists.
    package func location(ofRow identifier: String, lastSeenAt indexPath: IndexPath) -> RowReference? {
        guard let indexPath = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath) else { return nil }
        return RowReference(indexPath: indexPath, identifier: identifier)
    }

    /// The row that the current action has added to a source; nil if there is none, or if it cannot be found.
    package var locationOfCreatedRow: RowReference? {
        get async {
            guard let identifier = context.created else { return nil }
            let row = try? await loading { $0.location(ofRow: identifier, lastSeenAt: [0, 0]) }
            return row ?? nil
        }
    }

    /// Returns the row at an index path, with an empty identifier if the row does not exist; nil for nil.
    package func location(ofRowAt indexPath: IndexPath?) -> RowReference? {
        guard let indexPath else { return nil }
        return RowReference(
            indexPath: indexPath, identifier: hasRow(at: indexPath) ? identifier(forRowAt: indexPath) : "")
    }
}

/// Rows of one section by number. Numbers take a fraction of the time and memory of index paths.
struct SectionRows: Sendable, Hashable {
    let section: Int
    /// The row numbers, in the order in which the table asks for the rows.
    var rows: [Int]

    var indexPaths: [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
}

extension [SectionRows] {
    /// Inserts a row before all others, in the first element if that is of the row's section.
    mutating func insertFirst(_ indexPath: IndexPath) {
        if first?.section == indexPath.section {
            self[0].rows.insert(indexPath.row, at: 0)
        } else {
            insert(SectionRows(section: indexPath.section, rows: [indexPath.row]), at: 0)
        }
    }
}

extension IndexPath {
    /// Creates the index path of a row, like UIKit's initializer.
    ///
    /// - Parameters:
    ///   - row: The index of the row in its section, from 0.
    ///   - section: The index of the section, from 0.
    public init(row: Int, section: Int) {
        // Appending avoids the array that an array literal allocates.
        self.init(index: section)
        append(row)
    }

    /// The index of the section, or -1 if the index path is empty.
    public var section: Int { count > 0 ? self[0] : -1 }

    /// The index of the row in its section, or -1 if the index path has fewer than two parts.
    public var row: Int { count > 1 ? self[1] : -1 }
}
