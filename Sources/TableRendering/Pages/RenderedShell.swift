/// The shell of a page as it was rendered, for all pages that differ from it only in what stands in its gaps: the
/// revision, and what tells one page of a table from the next.
///
/// An object, for it is shared by all of those pages.
final class RenderedShell: Sendable {
    private let shell: PageShell
    private let before: [Part]
    private let after: [Part]
    /// Whether it is that of other pages too.
    let hasGaps: Bool

    fileprivate enum Part {
        case bytes([UInt8])
        case value(Gap, isEscaped: Bool)
    }

    /// What its pages differ in.
    enum Gap: Int, CaseIterable {
        case revision, version, query, json, previous, next, range, heights, editing

        /// The first of as many characters that no text has a meaning for (private use).
        private static let first: UInt32 = 0xF8E0

        /// What no text can have behind such a character, and what is another in capitals, in small letters and backwards.
        fileprivate static let nonce = "xY\(UInt32.random(in: 10_000_000...99_999_999))"

        /// What a template is given in place of the value: a character of its own, the nonce, and a character that shows
        /// whether the template escapes it.
        fileprivate var mark: String { Self.marks[rawValue] }

        private static let marks = allCases.map { gap in
            (Unicode.Scalar(first + UInt32(gap.rawValue)).map(String.init) ?? "") + nonce + "&"
        }

        fileprivate init?(_ scalar: Unicode.Scalar) {
            guard scalar.value >= Self.first else { return nil }
            self.init(rawValue: Int(scalar.value - Self.first))
        }
    }

    /// What stands in the gaps on one page.
    struct Values: Sendable {
        private var values: [String] = []

        /// Takes it out of a shell, where marks stand from then on.
        init(from shell: inout PageShell) {
            values.reserveCapacity(Gap.allCases.count)
            // In the order of the cases.
            take(&shell.revision)
            take(&shell.version)
            take(&shell.query)
            take(&shell.json)
            take(&shell.previous)
            take(&shell.next)
            take(&shell.range)
            take(&shell.heights)
            var url = shell.editing?.url
            take(&url)
            if let url { shell.editing?.url = url }
        }

        /// Nothing stands in a gap that is shown only where there is something.
        private mutating func take(_ value: inout String) {
            let gap = Gap(rawValue: values.count)
            values.append(value)
            if let gap, !value.isEmpty { value = gap.mark }
        }

        private mutating func take(_ value: inout String?) {
            guard var present = value else { return values.append("") }
            take(&present)
            value = present
        }

        subscript(gap: Gap) -> String { values[gap.rawValue] }
    }

    /// - Parameters:
    ///   - shell: one with marks.
    ///   - before: renders what comes before the table, `after` what comes after it.
    /// - Returns: nil where a template does something else with a value than to show it, and where a text has a
    ///   character of a mark.
    init?(_ shell: PageShell, before: (PageShell) -> String, after: (PageShell) -> String) {
        guard let start = Self.parts(of: before(shell)), let end = Self.parts(of: after(shell)) else { return nil }
        (self.shell, self.before, self.after, hasGaps) = (shell, start, end, true)
    }

    /// How many bytes it has between its gaps.
    var byteCount: Int {
        (before + after).reduce(0) { count, part in
            if case .bytes(let bytes) = part { count + bytes.count } else { count }
        }
    }

    /// One that has no gaps.
    init(whole shell: PageShell, before: (PageShell) -> String, after: (PageShell) -> String) {
        self.shell = shell
        self.before = [.bytes(Array(before(shell).utf8))]
        self.after = [.bytes(Array(after(shell).utf8))]
        hasGaps = false
    }

    /// Whether it is that one, which has marks.
    func isShell(of other: borrowing PageShell) -> Bool { shell == other }

    /// Nil where a mark is not as it was.
    private static func parts(of text: String) -> [Part]? {
        var parts: [Part] = []
        var bytes: [UInt8] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard let gap = Gap(scalar) else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
                continue
            }
            guard rest.take(Gap.nonce + "&") else { return nil }
            let isEscaped = rest.take("amp;")
            parts.append(.bytes(bytes))
            parts.append(.value(gap, isEscaped: isEscaped))
            bytes = []
        }
        return parts + [.bytes(bytes)]
    }

    /// The page with those values.
    ///
    /// - Returns: the page, and where the table begins in it.
    func page(_ values: Values, table: borrowing ByteWriter) -> (page: StampedBytes, tableOffset: Int) {
        var stamps: [Range<Int>] = []
        var start = ByteWriter(capacity: 8192)
        start.write(before, with: values, stamping: &stamps)
        let stampsBefore = stamps.count
        var end = ByteWriter(capacity: 2048)
        end.write(after, with: values, stamping: &stamps)
        let shift = start.count + table.count
        for index in stampsBefore..<stamps.count {
            stamps[index] = stamps[index].lowerBound + shift..<stamps[index].upperBound + shift
        }
        // The table is long, so it is copied once, to where it stays.
        return (StampedBytes(bytes: ByteWriter.joined(start, table, end), stamps: stamps), start.count)
    }
}

extension Substring.UnicodeScalarView {
    /// Takes that off its beginning, where it is there.
    fileprivate mutating func take(_ text: String) -> Bool {
        guard starts(with: text.unicodeScalars) else { return false }
        removeFirst(text.unicodeScalars.count)
        return true
    }
}

extension ByteWriter {
    fileprivate mutating func write(
        _ parts: [RenderedShell.Part], with values: RenderedShell.Values, stamping stamps: inout [Range<Int>]
    ) {
        for part in parts {
            switch part {
            case .bytes(let bytes): raw(bytes)
            case .value(let gap, let isEscaped):
                if isEscaped { html(values[gap]) } else { raw(values[gap].utf8) }
                // A version ends with the revision.
                if gap == .revision || gap == .version {
                    stamps.append(count - values[.revision].utf8.count..<count)
                }
            }
        }
    }
}
