#if canImport(Glibc)
    import Glibc

    /// The memory that a server needed to start and does not need to go on.
    enum StartMemory {
        /// Gives back the code of the program and its libraries that has been run so far.
        ///
        /// Reading options and templates and setting up the libraries goes over much of it once. Code is not written to,
        /// so it is as in its file, and comes back from the page cache when it is run again. Where the system does not
        /// tell of its places, nothing happens.
        static func giveBack() {
            guard let file = fopen("/proc/self/maps", "r") else { return }
            defer { fclose(file) }
            var line: UnsafeMutablePointer<CChar>?
            var capacity = 0
            defer { free(line) }
            while getline(&line, &capacity, file) > 0, let line {
                guard let code = code(in: String(cString: line)) else { continue }
                madvise(code.baseAddress, code.count, MADV_DONTNEED)
            }
        }

        /// The code of a file that a line tells of, such as
        /// `7f0c8e028000-7f0c8e1bd000 r-xp 00028000 fe:00 1837 /lib/libc.so.6`.
        private static func code(in line: String) -> UnsafeMutableRawBufferPointer? {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { return nil }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { return nil }
            return UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: ends[0]), count: Int(ends[1] - ends[0]))
        }
    }
#else
    /// The memory that a server needed to start; other systems see to it themselves.
    enum StartMemory {
        static func giveBack() {}
    }
#endif
