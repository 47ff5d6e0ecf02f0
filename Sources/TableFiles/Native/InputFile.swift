import CLibrary

/// A source of bytes. It returns no bytes at its end.
package protocol ByteInput {
    mutating func read(_ count: Int) throws(TextFileError) -> [UInt8]
}

/// A file that can be read several times.
///
/// Standard input and pipes are copied into a temporary file, because their types are found before their rows are used.
package final class InputFile: Sendable {
    private let descriptor: Int32
    /// The number of bytes when the file was opened.
    package let size: Int

    /// - Parameter path: The path of the file; `-` for standard input.
    package init(path: String) throws(TextFileError) {
        let file = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.error(path) }
        let name = path == "-" ? "standard input" : path
        var status = stat()
        fstat(file, &status)
        switch status.st_mode & S_IFMT {
        case S_IFREG: descriptor = file
        case S_IFDIR:
            close(file)
            throw TextFileError(.cannotOpen, "\(path) is a folder. Name a file.")
        default:
            defer { close(file) }
            descriptor = try Self.copy(of: file, name)
        }
        fstat(descriptor, &status)
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Returns the bytes from an offset, as many as there are at once; none at the end.
    fileprivate func read(_ count: Int, at offset: Int) throws(TextFileError) -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            repeat {
                result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            } while result < 0 && errno == EINTR
            length = max(result, 0)
        }
        guard result >= 0 else { throw Self.error("The file") }
        return bytes
    }

    /// Copies a stream into a file without a name, which the system removes when it is closed.
    ///
    /// Bytes that cannot be rows end the copy, so that an endless stream such as `/dev/zero` does not fill the disk.
    private static func copy(of stream: Int32, _ name: String) throws(TextFileError) -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        // mkstemp puts letters in place of these. No trap: a failure is an error below.
        var path = Array("\(folder)/cascade-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw copyError(name, folder) }
        unlink(path)
        var check = StreamCheck()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        do throws(TextFileError) {
            while true {
                let count = systemRead(stream, &bytes, bytes.count)
                if count == 0 { return file }
                guard count > 0 || errno == EINTR else { throw error(name) }
                var rest = bytes.prefix(max(count, 0))
                try check.add(rest)
                while !rest.isEmpty {
                    let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
                    guard written > 0 || errno == EINTR else { throw copyError(name, folder) }
                    rest = rest.dropFirst(max(written, 0))
                }
            }
        } catch {
            close(file)
            throw error
        }
    }

    private static func copyError(_ name: String, _ folder: String) -> TextFileError {
        let reason = String(cString: strerror(errno)).lowercased()
        return TextFileError(
            .cannotCopy,
            "The temporary copy of \(name) in \(folder) cannot be written: \(reason). Set TMPDIR to another folder.")
    }

    private static func error(_ name: String) -> TextFileError {
        TextFileError(.cannotOpen, "\(name) cannot be read: \(String(cString: strerror(errno)).lowercased()).")
    }
}

/// A pass over the bytes of a file.
package struct FileInput: ByteInput {
    private let file: InputFile
    private var offset: Int

    package init(_ file: InputFile, from offset: Int = 0) { (self.file, self.offset) = (file, offset) }

    package mutating func read(_ count: Int) throws(TextFileError) -> [UInt8] {
        let bytes = try file.read(count, at: offset)
        offset += bytes.count
        return bytes
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

/// Finds out early that a stream is no text of rows.
private struct StreamCheck {
    /// The first bytes, which may be a mark of UTF-16.
    private var head: [UInt8] = []
    private var line = 1
    private var lineBytes = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) throws(TextFileError) {
        if head.count < 64 { head += bytes.prefix(64) }
        let isUTF16 = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        for byte in bytes {
            lineBytes = byte == 0x0A || byte == 0x0D ? 0 : lineBytes + 1
            if byte == 0x0A { line += 1 }
            guard byte != 0 || isUTF16 else { throw .zeroByte(line: line) }
        }
        // An array in JSON may be one line.
        let isArray = head.first { (0x21..<0x80).contains($0) } == UInt8(ascii: "[")
        guard lineBytes <= RowReader.maxRowBytes || isArray else { throw .longRow(line: line) }
    }
}
