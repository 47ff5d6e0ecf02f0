import Foundation
import HTTPTypes
import Synchronization
import TableTesting
import Testing

/// The settings of `script/fuzz`, from the environment.
enum FuzzSettings {
    private static let environment = ProcessInfo.processInfo.environment
    private static let all = environment["FUZZ_REQUESTS"].flatMap { Int($0) }
    /// The number of requests to the gallery.
    static let requests = all.map { max($0 / 5, 20) } ?? 10_000
    /// The number of made-up files.
    static let files = all.map { max($0 / requestsPerFile, 1) } ?? 10
    static let requestsPerFile = all.map { min($0, 2500) } ?? 200
    static let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    /// The folder for traces; nil for none.
    static let folder = environment["FUZZ_TRACES"]
}

/// Sends requests and checks their responses. It leaves the last request in a file, for the case that the process ends.
final class FuzzTrace: Sendable {
    private let name: String
    private let file: FileHandle?
    private let path: String

    /// Responses of all runs: their number by status, the reasons of status 503, and the slowest ones.
    private struct Totals {
        var counts: [Int: Int] = [:]
        var reasons: [String: Int] = [:]
        var slowest: [(time: Duration, text: String)] = []
    }
    private static let totals = Mutex(Totals())

    /// - Parameter name: The name of the run with its seed.
    init(_ name: String) throws {
        self.name = name
        path = "\(FuzzSettings.folder ?? "")/\(UUID().uuidString)"
        guard FuzzSettings.folder != nil else {
            file = nil
            return
        }
        try Data().write(to: URL(fileURLWithPath: path))
        file = FileHandle(forWritingAtPath: path)
    }

    deinit {
        if file != nil { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Writes what is done next into the file of the run.
    func note(_ text: @autoclosure () -> String) {
        guard let file else { return }
        try? file.truncate(atOffset: 0)
        try? file.write(contentsOf: Data("\(name): \(text())\n".utf8))
    }

    /// Sends a request and records an issue for an unexpected response.
    func send(_ request: RequestGenerator.Sent, with client: any TestClient) async throws -> TestResponse {
        note("curl \(request)")
        let start = ContinuousClock.now
        let response = try await client.send(
            request.method, request.target, headers: request.headers, body: request.body)
        let time = start.duration(to: .now)
        // A program may remove the column that a table is grouped by, which is a setting.
        let isOfSetting = request.target.contains("/by/") && response.text.contains("has no column")
        if !(200..<500).contains(response.status), ![501, 503].contains(response.status), !isOfSetting {
            Issue.record("\(name): \(response.status) \(response.text.prefix(300)): curl \(request)")
        }
        if response.headers[.contentType]?.hasPrefix("application/json") == true, response.body.count < 20_000,
            !response.body.isEmpty, (try? JSONSerialization.jsonObject(with: Data(response.body))) == nil
        {
            Issue.record("\(name): invalid JSON: curl \(request)")
        }
        Self.totals.withLock { totals in
            totals.counts[response.status, default: 0] += 1
            if response.status == 503, let detail = response.text.split(separator: "\"detail\":\"").dropFirst().first {
                // Names of tables are left out, so that equal reasons are counted together.
                totals.reasons[String(detail.prefix { $0 != "\"" }.suffix(60)), default: 0] += 1
            }
            guard time > .milliseconds(500) else { return }
            totals.slowest.append((time, "\(response.status) \(response.text.suffix(150)) \(name): curl \(request)"))
            totals.slowest = Array(totals.slowest.sorted { $0.time > $1.time }.prefix(9))
        }
        return response
    }

    /// Prints the number of responses by status, and those that took more than half a second.
    static func printTotals() {
        guard FuzzSettings.folder != nil else { return }
        totals.withLock { totals in
            let counts = totals.counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            print("responses: \(counts.joined(separator: ", "))")
            for (reason, count) in totals.reasons.sorted(by: { $0.value > $1.value }).prefix(9) {
                print("503: \(count) × …\(reason)")
            }
            for (time, text) in totals.slowest { print("slow: \(time) \(text.prefix(400))") }
        }
    }
}
