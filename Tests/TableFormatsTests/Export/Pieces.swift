import Synchronization

/// A collector of the bytes that an export writes.
final class Pieces: Sendable {
    private let state = Mutex<[[UInt8]]>([])

    var pieces: [[UInt8]] { state.withLock { $0 } }

    @Sendable
    func take(_ bytes: [UInt8]) { state.withLock { $0.append(bytes) } }

    var text: String { String(decoding: pieces.joined(), as: UTF8.self) }
    /// The lines of the CSV file after the headings.
    var lines: [String] { text.split(separator: "\r\n").dropFirst().map(String.init) }
    var largest: Int { pieces.map(\.count).max() ?? 0 }
}
