import CascadingTable
import Foundation

/// A row of fields, perhaps with a link.
final class RecordRow: CascadingBareTableDelegate {
    private let name: String
    private let fields: [Field]
    private let link: String?

    init(_ name: String, _ fields: [Field], to link: String? = nil) {
        (self.name, self.fields, self.link) = (name, fields, link)
        super.init()
    }

    override var identifier: String { name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns, title: name, fields: fields, accessory: link == nil ? .none : .disclosure, to: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { link != nil }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link { tableView.navigate(to: link) }
    }

    /// Returns a section of rows.
    static func section(_ columns: [TableViewColumn], _ rows: [RecordRow]) -> CascadingSectionTableDelegate {
        let section = CascadingSectionTableDelegate(childDelegates: rows)
        section.columns = columns
        return section
    }
}

/// A file that is served or inspected.
struct SourceFile {
    let path: String
    /// A Boolean value that indicates whether the file is not one of rows as text.
    let isDatabase: Bool

    /// The number of bytes; 0 for a file that cannot be read.
    var size: Int { (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 }

    /// The endings of files of rows. Other files are databases.
    private static let endings: Set = ["csv", "tsv", "tab", "ndjson", "jsonl", "json"]

    init(_ path: String) {
        self.path = path
        let start = FileHandle(forReadingAtPath: path).flatMap { try? $0.read(upToCount: 16) } ?? Data()
        let isText = path == "-" || Self.endings.contains(URL(filePath: path).pathExtension.lowercased())
        isDatabase = start.starts(with: Data("SQLite format 3\0".utf8)) || !isText
    }
}
