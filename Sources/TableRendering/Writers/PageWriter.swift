/// A writer that has written a page, and can write parts of it again.
public enum PageWriter: ~Copyable, Sendable {
    case html(HTMLTableWriter)
    case json(JSONTableWriter)

    /// The same, with memory for a few rows only.
    consuming func withoutOutput() -> PageWriter {
        switch consume self {
        case .html(var writer):
            writer.output = ByteWriter(capacity: 2048)
            return .html(writer)
        case .json(var writer):
            writer.output = ByteWriter(capacity: 2048)
            return .json(writer)
        }
    }
}
