import Bytes

/// An archive whose files are compressed while they are written (PKWARE APPNOTE 6.3.10).
///
/// Memory does not grow with the size of a file. A file has less than 4 GiB; the archive can be longer.
package struct ZIPWriter: ~Copyable, Sendable {
    private var output = ByteWriter(capacity: 1 << 16)
    /// The number of bytes of the archive that were taken.
    private var takenCount: UInt64 = 0
    private var entries: [Entry] = []
    private var stream: GzipStream?
    /// The last bytes of the compressed file, which may be the end that gzip adds.
    private var held: [UInt8] = []

    fileprivate struct Entry {
        var name: [UInt8]
        var offset: UInt64
        var checksum: UInt32 = 0
        var compressedSize: UInt32 = 0
        var size: UInt32 = 0
    }

    // A file in the archive is what gzip writes without its own head and end (RFC 1952, 2.3).
    private static let headSize = 10
    private static let endSize = 8

    package init() {}

    /// The number of bytes of the archive so far.
    private var count: UInt64 { takenCount + UInt64(output.count) }

    /// Begins a file.
    ///
    /// - Parameter name: The path of the file.
    package mutating func begin(_ name: String) {
        entries.append(Entry(name: Array(name.utf8), offset: count))
        stream = GzipStream()
        held = []
        // The sizes follow the file, because they are not known before.
        output.number(UInt32(0x0403_4B50))
        output.head(of: entries[entries.count - 1])
        output.raw(entries[entries.count - 1].name)
    }

    /// Compresses bytes of the current file.
    package mutating func write(_ bytes: [UInt8]) { if let stream { append(stream.compress(bytes)) } }

    private mutating func append(_ bytes: [UInt8]) {
        held += bytes
        let ready = held.count - Self.endSize
        guard ready > 0 else { return }
        let isFirst = entries[entries.count - 1].compressedSize == 0
        let skipped = isFirst ? Self.headSize : 0
        guard ready > skipped else { return }
        output.raw(held[skipped..<ready])
        entries[entries.count - 1].compressedSize &+= UInt32(truncatingIfNeeded: ready - skipped)
        held.removeFirst(ready)
    }

    /// Ends the current file.
    package mutating func end() {
        guard let stream else { return }
        append(stream.finish())
        self.stream = nil
        func number(at place: Int) -> UInt32 {
            held[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard held.count == Self.endSize else { return }
        entries[entries.count - 1].checksum = number(at: 0)
        entries[entries.count - 1].size = number(at: 4)
        output.number(UInt32(0x0807_4B50))
        output.sizes(of: entries[entries.count - 1])
    }

    /// Adds a whole file.
    package mutating func add(_ name: String, _ bytes: [UInt8]) {
        begin(name)
        write(bytes)
        end()
    }

    /// Ends the archive with the list of its files.
    package mutating func finish() {
        let start = count
        for entry in entries {
            let isFar = entry.offset >= UInt32.max
            output.number(UInt32(0x0201_4B50))
            output.number(UInt16(45))
            output.head(of: entry, extraSize: isFar ? 12 : 0)
            // No comment, the first disk, no attributes.
            output.number(UInt64(0))
            output.number(UInt16(0))
            output.number(isFar ? UInt32.max : UInt32(entry.offset))
            output.raw(entry.name)
            guard isFar else { continue }
            output.number(UInt16(1))
            output.number(UInt16(8))
            output.number(entry.offset)
        }
        let end = count
        let isFar = end >= UInt32.max
        if isFar {
            output.number(UInt32(0x0606_4B50))
            output.number(UInt64(44))
            output.number(UInt32(45 << 16 | 45))
            output.number(UInt64(0))
            output.number(UInt64(entries.count))
            output.number(UInt64(entries.count))
            output.number(end - start)
            output.number(start)
            output.number(UInt32(0x0706_4B50))
            output.number(UInt32(0))
            output.number(end)
            output.number(UInt32(1))
        }
        output.number(UInt32(0x0605_4B50))
        output.number(UInt32(0))
        output.number(UInt16(truncatingIfNeeded: entries.count))
        output.number(UInt16(truncatingIfNeeded: entries.count))
        output.number(isFar ? UInt32.max : UInt32(end - start))
        output.number(isFar ? UInt32.max : UInt32(start))
        output.number(UInt16(0))
    }

    /// Returns the bytes that were written since the last call.
    package mutating func takeOutput() -> [UInt8] {
        takenCount += UInt64(output.count)
        return output.take()
    }
}

extension ByteWriter {
    /// Writes an integer, the lowest byte first.
    fileprivate mutating func number<Integer: FixedWidthInteger>(_ value: Integer) {
        for shift in stride(from: 0, to: Integer.bitWidth, by: 8) { byte(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Writes the fields that a file has before its contents and in the list. The sizes are 0 before the contents.
    fileprivate mutating func head(of entry: ZIPWriter.Entry, extraSize: UInt16 = 0) {
        // Version 2.0, or 4.5 in an archive of more than 4 GiB; sizes after the contents and a name in UTF-8; deflate.
        number(UInt16(extraSize == 0 ? 20 : 45))
        number(UInt16(0x0808))
        number(UInt16(8))
        // 1980-01-01, so that equal contents make an equal archive.
        number(UInt16(0))
        number(UInt16(0x21))
        sizes(of: entry)
        number(UInt16(truncatingIfNeeded: entry.name.count))
        number(extraSize)
    }

    fileprivate mutating func sizes(of entry: ZIPWriter.Entry) {
        number(entry.checksum)
        number(entry.compressedSize)
        number(entry.size)
    }
}
