import Testing

/// Rules of the sources that the compiler does not check.
@Suite struct SourceTests {
    /// A lock that is inlined into an asynchronous function ends the process; see `Mutex.locked`.
    @Test func noLockIsInlined() throws {
        let files = try Repository.files(ext: "swift", below: "Sources")
        let found = try files.filter { try Repository.text(of: $0).contains(".withLock") }
        #expect(files.count > 100 && found.isEmpty)
    }
}
