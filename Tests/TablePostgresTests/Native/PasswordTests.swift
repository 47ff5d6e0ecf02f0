import Foundation
import TestSupport
import Testing

@testable import TablePostgres

/// Tests the command: a password must be in none of its texts.
@Suite(.serialized) struct PasswordTests {
    /// Runs `cascade serve` until it prints a line or ends.
    ///
    /// - Returns: The first line, the standard error, the arguments as `ps` shows them, and the exit status.
    private static func serve(_ address: String) async throws -> (
        line: String, error: String, shown: String, status: Int32
    ) {
        try await onThread {
            let process = Process()
            let (output, error) = (Pipe(), Pipe())
            let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            process.executableURL = folder.appending(path: "cascade")
            process.arguments = ["serve", address, "--port", "0"]
            (process.standardOutput, process.standardError) = (output, error)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                line.append(byte)
            }
            // A program that has ended is in no list.
            let shown = (try? Data(contentsOf: URL(filePath: "/proc/\(process.processIdentifier)/cmdline"))) ?? Data()
            process.terminate()
            let errors = try error.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (
                String(decoding: line, as: UTF8.self), String(decoding: errors, as: UTF8.self),
                String(decoding: shown, as: UTF8.self), process.terminationStatus
            )
        }
    }

    @Test func theListOfProcessesHasNoPassword() async throws {
        let address = try await PostgresServer.shared.database("CREATE TABLE notes (id int PRIMARY KEY)")
        let served = try await Self.serve(address)
        #expect(served.line.hasPrefix("Serving "))
        #expect(served.shown.contains("postgres://cascade:***********@127.0.0.1:"))
        for text in [served.line, served.error, served.shown] { #expect(!text.contains("secret-word"), "\(text)") }
    }

    @Test func errorsHaveNoPassword() async throws {
        let address = try await PostgresServer.shared.address
        for (address, status) in [
            (address.replacing("secret-word", with: "secret-worm"), 77), (address.replacing(/:\d+\//, with: ":1/"), 69),
            (address + "_none", 66), (address.replacing("@", with: "@@"), 69),
        ] {
            let served = try await Self.serve(address)
            #expect(served.status == Int32(status), "\(served.error)")
            for text in [served.line, served.error] { #expect(!text.contains(/secret-wor[dm]/), "\(text)") }
            #expect(!served.error.isEmpty)
        }
    }
}
