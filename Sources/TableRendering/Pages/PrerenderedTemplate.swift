import Bytes
import CascadingTable

/// A rendered page template with gaps, shared by all pages that differ only in the values of the gaps.
///
/// The gaps are the revision and other values that distinguish the pages of a table. A class, because pages share it.
final class PrerenderedTemplate: Sendable {
    /// The values of the page, with placeholders for the gaps.
    let context: PageTemplateContext
    private let before: Text
    private let after: Text

    /// The output of a template.
    fileprivate struct Text {
        /// The output without the values of the gaps.
        var bytes: [UInt8] = []
        /// The gaps, in order.
        var gaps: [(place: Int, gap: Gap, isEscaped: Bool)] = []
    }

    /// A value that differs between pages.
    enum Gap: Int, CaseIterable {
        case revision, version, query, json, previous, next, range, rowCount, heights, editing

        /// The first of several private-use characters, which have no meaning in texts.
        private static let first: UInt32 = 0xF8E0

        /// A random text after the private-use character. It changes if a template converts its case or reverses it.
        fileprivate static let nonce = "xY\(UInt32.random(in: 10_000_000...99_999_999))"

        /// The placeholder of the value: a private-use character, the random text, and `&`, which shows whether the
        /// template escapes it.
        fileprivate var mark: String { Self.marks[rawValue] }

        private static let marks = allCases.map { gap in
            (Unicode.Scalar(first + UInt32(gap.rawValue)).map(String.init) ?? "") + nonce + "&"
        }

        fileprivate init?(_ scalar: Unicode.Scalar) {
            guard scalar.value >= Self.first else { return nil }
            self.init(rawValue: Int(scalar.value - Self.first))
        }
    }

    /// The values of the gaps on one page.
    struct Values: Sendable {
        private var values: [String] = []

        /// - Parameters:
        ///   - writer: The writer, after it has written the table.
        ///   - tag: The tag that distinguishes the table's revisions from those of others.
        init(_ writer: borrowing HTMLTableWriter, tag: String) {
            values.reserveCapacity(Gap.allCases.count)
            let revision = String(writer.head?.revision ?? 0)
            let rows = writer.rows
            // In the order of the cases.
            values.append(revision)
            values.append(tag.isEmpty ? revision : tag + "." + revision)
            values.append(writer.links.query)
            values.append(writer.links.json)
            values.append(writer.links.previous?.url ?? "")
            values.append(writer.links.next?.url ?? "")
            values.append(
                writer.words.range(
                    first: rows.first, last: rows.last, of: rows.count, countsAll: writer.head?.countsAllRows ?? true))
            values.append(writer.head.flatMap { Self.rowCount($0, writer) } ?? "")
            values.append(writer.heights.isEmpty ? "" : Self.list(writer.heights))
            values.append(writer.links.editing)
        }

        private static func rowCount(_ head: TableMetadata, _ writer: borrowing HTMLTableWriter) -> String? {
            guard writer.links.exportQuery != nil, !head.columns.isEmpty || !head.queryOptions.isEmpty else {
                return nil
            }
            guard head.query?.leavesOutRows == true else {
                return writer.words.numberOfRows(head.count, isAll: head.countsAllRows)
            }
            return writer.words.matches(
                head.count, countsAll: head.countsAllRows, of: head.total, totalsAll: head.totalsAllRows)
        }

        private static func list(_ heights: [Double]) -> String {
            var writer = ByteWriter()
            for (index, height) in heights.sorted().enumerated() {
                if index > 0 { writer.byte(0x2C) }
                _ = writer.decimal(height)
            }
            return writer.text
        }

        /// Takes the values out of a template context, and puts placeholders in their place.
        init(from templateContext: inout PageTemplateContext) {
            values.reserveCapacity(Gap.allCases.count)
            // In the order of the cases.
            take(&templateContext.revision)
            take(&templateContext.version)
            take(&templateContext.query)
            take(&templateContext.json)
            take(&templateContext.previous)
            take(&templateContext.next)
            take(&templateContext.range)
            take(&templateContext.rowCount)
            take(&templateContext.heights)
            var url = templateContext.editing?.url
            take(&url)
            if let url { templateContext.editing?.url = url }
        }

        /// Replaces a value with its placeholder. Empty values stay, because templates may test for them.
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

    /// Renders a template with placeholders.
    ///
    /// - Parameters:
    ///   - templateContext: The values with placeholders.
    ///   - before: Renders the part before the table.
    ///   - after: Renders the part after the table.
    /// - Returns: Nil if the template changes a placeholder, or if a text contains a character of a placeholder.
    init?(
        _ templateContext: PageTemplateContext, before: (PageTemplateContext) -> String,
        after: (PageTemplateContext) -> String
    ) {
        guard let start = Text(before(templateContext)), let end = Text(after(templateContext)) else { return nil }
        (self.context, self.before, self.after) = (templateContext, start, end)
    }

    /// The size in bytes without the values of the gaps.
    var byteCount: Int { before.bytes.count + after.bytes.count }

    /// Renders a template without gaps.
    init(
        whole templateContext: PageTemplateContext, before: (PageTemplateContext) -> String,
        after: (PageTemplateContext) -> String
    ) {
        self.context = templateContext
        self.before = Text(bytes: Array(before(templateContext).utf8))
        self.after = Text(bytes: Array(after(templateContext).utf8))
    }

    /// Writes the page with the values of its gaps around a table that has been written.
    ///
    /// - Returns: The number of bytes before the table.
    func write(_ values: Values, around table: inout ByteWriter) -> Int {
        let tableCount = table.count
        table.write(before, with: values)
        let start = table.count - tableCount
        table.moveToFront(from: tableCount)
        table.write(after, with: values)
        return start
    }
}

extension Substring.UnicodeScalarView {
    /// Removes a prefix. Returns false if the text does not begin with it.
    fileprivate mutating func take(_ text: String) -> Bool {
        guard starts(with: text.unicodeScalars) else { return false }
        removeFirst(text.unicodeScalars.count)
        return true
    }
}

extension PrerenderedTemplate.Text {
    /// Finds the gaps; nil if a placeholder was changed.
    init?(_ text: String) {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard let gap = PrerenderedTemplate.Gap(scalar) else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
                continue
            }
            guard rest.take(PrerenderedTemplate.Gap.nonce + "&") else { return nil }
            gaps.append((bytes.count, gap, isEscaped: rest.take("amp;")))
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ text: PrerenderedTemplate.Text, with values: PrerenderedTemplate.Values) {
        text.bytes.withUnsafeBytes { bytes in
            var place = 0
            for (end, gap, isEscaped) in text.gaps {
                append(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
                place = end
                if isEscaped { html(values[gap]) } else { raw(values[gap].utf8) }
            }
            append(UnsafeRawBufferPointer(rebasing: bytes[place...]))
        }
    }
}
