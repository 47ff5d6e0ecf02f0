import FoundationEssentials
import TableTesting
import Testing

/// Compares the recorder's list of methods with the source of the protocols.
@Suite struct DelegateMethodsTests {
    @Test func `No method of data source or delegate is missing from the recorder`() throws {
        let written = try methods(of: "TableViewDataSource") + methods(of: "TableViewDelegate")
        let recorded = Set(TableDelegateCall.Method.allCases.map(\.rawValue)).subtracting(["prepare(tableView:)"])

        #expect(Set(written).subtracting(recorded) == [])
        #expect(recorded.subtracting(written) == [])
        #expect(Set(written).count == written.count)
    }

    /// Returns the Swift names of the methods that a protocol requires, read from its source.
    private func methods(of name: String) throws -> [String] {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let path = root.joined(separator: "/") + "/Sources/CascadingTable/Delegation/\(name).swift"
        let source = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let start = try #require(source.firstRange(of: "protocol \(name)")).upperBound
        let end = try #require(source[start...].firstRange(of: "\n}")).lowerBound
        return source[start..<end].matches(of: /func (\w+)\(([^)]*)\)/).map { function in
            let labels = function.output.2.split(separator: ",").compactMap { $0.split(separator: ":").first }
                .compactMap { $0.split { $0.isWhitespace }.first }
            return "\(function.output.1)(\(labels.map { "\($0):" }.joined()))"
        }
    }
}
