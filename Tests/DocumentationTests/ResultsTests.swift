import Foundation
import Testing

/// Tests that the figures in the documentation are those of the last benchmark run.
@Suite struct ResultsTests {
    @Test func theTableOfThePageIsOfTheResults() throws {
        let page = try Repository.text(of: "docs/explanation/performance.md")
        let results = try Repository.text(of: "Benchmarks/RESULTS.md").split(separator: "\n")
        let table = try #require(page.firstMatch(of: /<!-- figures -->\n(.*)<!-- \/figures -->/.dotMatchesNewlines()))
        let rows = table.output.1.split(separator: "\n").dropFirst(2)
        #expect(rows.count >= 8)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(results.contains { line in cells.allSatisfy { line.contains($0) } }, "\(row)")
        }
    }
}
