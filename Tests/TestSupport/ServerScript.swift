import Dispatch
import Foundation
import Synchronization
import Testing

/// A database server of its own, which a script starts. It ends with the process, however that ends.
public final class ServerScript: Sendable {
    /// The addresses that the script printed.
    public let addresses: [String]
    private let process: Mutex<Started>

    private struct Started: @unchecked Sendable {
        var addresses: [String]
        var script: Process
        var input: FileHandle
        var output: FileHandle
    }

    /// Starts a server. Throws a sentence if a program is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the script: `postgres` or `mariadb`.
    ///   - arguments: Its arguments.
    ///   - count: The number of addresses that it prints.
    public init(_ name: String, _ arguments: [String] = [], addresses count: Int = 1) async throws {
        let started = try await onThread {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
            process.executableURL = root.appending(path: "script/\(name)")
            (process.standardInput, process.standardOutput, process.arguments) = (input, output, arguments)
            try process.run()
            let lines = (0..<count).map { _ in Self.line(of: output.fileHandleForReading) }
            for line in lines {
                try #require(line.contains("://"), "A server of \(name) is missing. Run script/bootstrap --test.")
            }
            return Started(
                addresses: lines, script: process, input: input.fileHandleForWriting,
                output: output.fileHandleForReading)
        }
        addresses = started.addresses
        process = Mutex(started)
    }

    private static func line(of output: FileHandle) -> String {
        var bytes: [UInt8] = []
        while let byte = try? output.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Stops the server, and returns when it has ended.
    public func stop() async throws { try await command("stop") }

    /// Starts the server after ``stop()``, and returns when it accepts connections.
    public func start() async throws { try await command("start") }

    private func command(_ command: String) async throws {
        try await onThread { [self] in
            try process.withLock { process in
                try process.input.write(contentsOf: Data("\(command)\n".utf8))
                #expect(Self.line(of: process.output) == command)
            }
        }
    }
}

/// Runs a body that may block on a thread of its own, because the threads of Swift's tasks are few.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test").async { continuation.resume(with: Swift.Result { try body() }) }
    }
}
