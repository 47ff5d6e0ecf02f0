import CascadingTable
import Glibc

/// Measures what no request shows: `measure` prints a line for each, without passing or failing.
@main
enum Measure {
    static func main() async throws {
        try await RenderingMeasurement.run()
        await TreeMeasurement.run()
        await StorageMeasurement.run()
        await DispatchMeasurement.run()
    }

    /// The shortest of several runs, in seconds; the first ones warm up.
    static func seconds(runs: Int = 5, _ body: () -> Void) -> Double {
        (0..<runs).map { _ in
            let start = ContinuousClock.now
            body()
            let passed = (ContinuousClock.now - start).components
            return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
        }.min() ?? 0
    }

    static func report(_ name: String, _ value: Double, _ unit: String) {
        let digits = value < 100 ? (value * 100).rounded() / 100 : value.rounded()
        print(name + String(repeating: " ", count: max(1, 60 - name.count)) + "\(digits) \(unit)")
    }

    /// Resident memory of this process in bytes: the second number of `/proc/self/statm`, in pages.
    static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let numbers = line.prefix { $0 > 0 }.map { UInt8(bitPattern: $0) }.split(separator: 32)
        guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else { return 0 }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
