import CSwiftRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The names of a program's functions, from the symbol table of its ELF file.
///
/// Debug builds keep the names of all functions, also of those that are never called.
enum SymbolNames {
    /// Calls the body with the symbol names of the running program; does nothing if they cannot be read.
    static func ofThisProgram(_ body: (UnsafeRawBufferPointer) -> Void) {
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, let size = Int(exactly: status.st_size), size > 0 else { return }
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), address != MAP_FAILED else { return }
        defer { munmap(address, size) }
        if let names = names(in: UnsafeRawBufferPointer(start: address, count: size)) { body(names) }
    }

    /// Finds the names, each ended by a zero byte, in an ELF file of 64 bits.
    ///
    /// - Returns: The bytes of all names; nil if the file has no symbol table, or is damaged.
    static func names(in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int? {
            guard offset >= 0, offset <= file.count - MemoryLayout<Number>.size else { return nil }
            return Int(exactly: Number(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: type)))
        }
        // The class must be 64 bits, and the byte order little-endian.
        guard file.count >= 64, file.prefix(6).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1]),
            let table = number(UInt64.self, at: 0x28), let count = number(UInt16.self, at: 0x3C),
            let size = number(UInt16.self, at: 0x3A), size >= 64, table <= file.count
        else { return nil }
        for index in 0..<count {
            let header = table + index * size
            // The symbol table names the section with its strings.
            guard number(UInt32.self, at: header + 4) == 2, let link = number(UInt32.self, at: header + 0x28),
                link < count, let start = number(UInt64.self, at: table + link * size + 0x18),
                let length = number(UInt64.self, at: table + link * size + 0x20),
                start <= file.count, length <= file.count - start
            else { continue }
            return UnsafeRawBufferPointer(rebasing: file[start..<start + length])
        }
        return nil
    }

    /// Returns the names that begin and end with the given texts.
    static func names(
        in names: UnsafeRawBufferPointer, from prefix: String, to suffix: String
    ) -> Set<String> {
        var found: Set<String> = []
        let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
        guard var place = names.baseAddress, !prefix.isEmpty else { return [] }
        let end = place + names.count
        while let start = memmem(place, end - place, prefix, prefix.count) {
            let rest = UnsafeRawPointer(start)
            guard let stop = memchr(rest, 0, end - rest) else { break }
            let name = UnsafeRawBufferPointer(start: rest, count: UnsafeRawPointer(stop) - rest)
            if name.count >= suffix.count, name.suffix(suffix.count).elementsEqual(suffix) {
                found.insert(String(decoding: name, as: UTF8.self))
            }
            place = UnsafeRawPointer(stop)
        }
        return found
    }

    /// Returns the declaration that a mangled name stands for; nil for other names.
    static func declaration(of name: String) -> String? {
        guard let text = swift_demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
