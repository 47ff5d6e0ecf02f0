/// The shell of a page as it was rendered, for the pages that differ from it in their revision alone.
public struct RenderedShell: Sendable {
    private let shell: PageShell
    fileprivate let before: [Part]
    fileprivate let after: [Part]

    fileprivate enum Part {
        case bytes([UInt8])
        case revision
        case version
    }

    /// What a template is given in place of the revision, in characters that no text has a meaning for.
    private static let revision = "\u{F8FE}revision\u{F8FF}"
    private static let version = "\u{F8FE}version\u{F8FF}"

    /// - Parameter render: renders the shell before or after the table.
    init(_ shell: PageShell, before: (PageShell) -> String, after: (PageShell) -> String) {
        let shell = Self.withoutRevision(shell)
        self.shell = shell
        self.before = Self.parts(of: before(shell))
        self.after = Self.parts(of: after(shell))
    }

    /// Whether it is the shell of that page, but for the revision.
    func isShell(of other: PageShell) -> Bool { shell == Self.withoutRevision(other) }

    private static func withoutRevision(_ shell: PageShell) -> PageShell {
        var shell = shell
        shell.revision = revision
        shell.version = version
        return shell
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let mark = rest.firstRange(of: "\u{F8FE}") {
            let (name, part): (String, Part) =
                rest[mark.lowerBound...].hasPrefix(revision)
                ? (revision, .revision) : (version, .version)
            guard rest[mark.lowerBound...].hasPrefix(name) else {
                parts.append(.bytes(Array(rest[..<mark.upperBound].utf8)))
                rest = rest[mark.upperBound...]
                continue
            }
            parts.append(.bytes(Array(rest[..<mark.lowerBound].utf8)))
            parts.append(part)
            rest = rest[mark.lowerBound...].dropFirst(name.count)
        }
        return parts + [.bytes(Array(rest.utf8))]
    }

    /// The page of that revision.
    ///
    /// - Returns: the page, and where the table begins in it.
    func page(_ shell: PageShell, table: borrowing ByteWriter) -> (page: StampedBytes, tableOffset: Int) {
        var stamps: [Range<Int>] = []
        var start = ByteWriter(capacity: 8192)
        start.write(before, of: shell, stamping: &stamps)
        let stampsBefore = stamps.count
        var end = ByteWriter(capacity: 2048)
        end.write(after, of: shell, stamping: &stamps)
        let shift = start.count + table.count
        for index in stampsBefore..<stamps.count {
            stamps[index] = stamps[index].lowerBound + shift..<stamps[index].upperBound + shift
        }
        // The table is long, so it is copied once, to where it stays.
        return (StampedBytes(bytes: ByteWriter.joined(start, table, end), stamps: stamps), start.count)
    }
}

extension ByteWriter {
    fileprivate mutating func write(
        _ parts: [RenderedShell.Part], of shell: PageShell, stamping stamps: inout [Range<Int>]
    ) {
        for part in parts {
            switch part {
            case .bytes(let bytes):
                raw(bytes)
                continue
            case .revision: raw(shell.revision.utf8)
            case .version: html(shell.version)
            }
            // A version ends with the revision.
            stamps.append(count - shell.revision.utf8.count..<count)
        }
    }
}
