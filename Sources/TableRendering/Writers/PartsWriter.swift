import CascadingTable

/// What writes parts of a page again, whatever it is written in.
enum PageWriter {
    case html(PartsWriter<HTMLTableWriter>)
    case json(PartsWriter<JSONTableWriter>)

    @TableActor
    init(_ format: PageFormat, of head: TableHead) {
        switch format {
        case .html(let links, let language, let maxTextLength, let templates):
            let writer = HTMLTableWriter(
                links: links, language: language, maxTextLength: maxTextLength, templates: templates,
                into: ByteWriter(capacity: 2048))
            self = .html(PartsWriter(writer, of: head))
        case .json(let links):
            self = .json(PartsWriter(JSONTableWriter(links: links, into: ByteWriter(capacity: 2048)), of: head))
        }
    }
}

/// A writer that can write parts of a page again.
protocol RevisingTableWriter: TableWriter, ~Copyable {
    /// What it writes to.
    var output: ByteWriter { get set }
}

extension HTMLTableWriter: RevisingTableWriter {}
extension JSONTableWriter: RevisingTableWriter {}

/// Such a writer with all that it needs, which it keeps from one revision to the next.
@TableActor
final class PartsWriter<Writer: RevisingTableWriter & ~Copyable> {
    /// To be lent as a whole, for its parts are many.
    var tools: Tools

    struct Tools: ~Copyable {
        /// It is where it would be had it written the page to its end, with nothing in it.
        var writer: Writer
        /// Where one row at a time is asked for.
        let rows = AskedRows(capacity: 1)
        var parts = RewrittenParts()

        fileprivate init(_ writer: consuming Writer) { self.writer = writer }

        /// Forgets what was asked and written, but not the memory for it.
        mutating func reset() {
            writer.output.removeAll()
            rows.removeAll()
            parts.removeAll()
        }
    }

    init(_ writer: consuming Writer, of head: TableHead) {
        writer.beginTable(head)
        writer.output.removeAll()
        tools = Tools(writer)
    }
}

/// What of a page has become another.
struct RewrittenParts {
    /// Parts of the page, and where in the writer's output it is that replaces them.
    private var edits: [(range: Range<Int>, source: Range<Int>)] = []
    /// What sections are now beside their rows, by their places.
    var outlines: [(section: Int, outline: SectionOutline)] = []

    mutating func note(_ range: Range<Int>, _ source: Range<Int>) { edits.append((range, source)) }

    /// - Returns: the page of then.
    func replace(from written: UnsafeRawBufferPointer, in editor: inout BytesEditor) -> EditedBytes {
        for edit in edits { editor.replace(edit.range, by: UnsafeRawBufferPointer(rebasing: written[edit.source])) }
        return editor.bytes
    }

    mutating func removeAll() {
        edits.removeAll(keepingCapacity: true)
        outlines.removeAll()
    }
}
