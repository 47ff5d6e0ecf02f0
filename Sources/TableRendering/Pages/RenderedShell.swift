/// The shell of a page as it was rendered, for the pages that differ from it in their revision alone.
///
/// An object, for it is handed about with every page that is made.
public final class RenderedShell: Sendable {
    private let shell: PageShell
    fileprivate let before: [Part]
    fileprivate let after: [Part]

    fileprivate enum Part {
        case bytes([UInt8])
        case revision
        case version
    }

    /// What its pages differ in.
    struct Stamp {
        let revision: String
        let version: String

        /// Takes it from a shell, which has none from then on.
        init(from shell: inout PageShell) {
            (revision, version) = (shell.revision, shell.version)
            (shell.revision, shell.version) = (RenderedShell.revision, RenderedShell.version)
        }
    }

    /// What a template is given in place of the revision, in characters that no text has a meaning for.
    private static let revision = "\u{F8FE}revision\u{F8FF}"
    private static let version = "\u{F8FE}version\u{F8FF}"

    /// - Parameters:
    ///   - shell: one whose stamp was taken.
    ///   - before: renders what comes before the table, `after` what comes after it.
    init(_ shell: PageShell, before: (PageShell) -> String, after: (PageShell) -> String) {
        self.shell = shell
        self.before = Self.parts(of: before(shell))
        self.after = Self.parts(of: after(shell))
    }

    /// Whether it is that one, whose stamp was taken.
    func isShell(of other: borrowing PageShell) -> Bool { shell == other }

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
    func page(_ stamp: Stamp, table: borrowing ByteWriter) -> (page: StampedBytes, tableOffset: Int) {
        var stamps: [Range<Int>] = []
        var start = ByteWriter(capacity: 8192)
        start.write(before, of: stamp, stamping: &stamps)
        let stampsBefore = stamps.count
        var end = ByteWriter(capacity: 2048)
        end.write(after, of: stamp, stamping: &stamps)
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
        _ parts: [RenderedShell.Part], of stamp: RenderedShell.Stamp, stamping stamps: inout [Range<Int>]
    ) {
        for part in parts {
            switch part {
            case .bytes(let bytes):
                raw(bytes)
                continue
            case .revision: raw(stamp.revision.utf8)
            case .version: html(stamp.version)
            }
            // A version ends with the revision.
            stamps.append(count - stamp.revision.utf8.count..<count)
        }
    }
}
