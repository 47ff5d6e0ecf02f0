/// A writer that has written a page, and can write parts of it again.
public enum PageWriter: ~Copyable, Sendable {
    case html(HTMLTableWriter)
    case json(JSONTableWriter)

    /// The same, with next to no memory until it writes again.
    consuming func withoutOutput() -> PageWriter {
        switch consume self {
        case .html(var writer):
            writer.output = ByteWriter(capacity: 16)
            return .html(writer)
        case .json(var writer):
            writer.output = ByteWriter(capacity: 16)
            return .json(writer)
        }
    }
}
