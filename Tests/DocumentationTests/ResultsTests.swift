import Foundation
import Testing

/// What is said of measurements is what was measured, and where it says it is.
@Suite struct ResultsTests {
    @Test(arguments: ["README.md", "Benchmarks/RESULTS.md"])
    func everythingReferredToIsThere(document: String) throws {
        let folder = Repository.root.appendingPathComponent(document).deletingLastPathComponent()
        let references = try Repository.text(of: document).matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
        #expect(!references.isEmpty)
        for reference in references {
            let file = folder.appendingPathComponent(reference).path
            #expect(FileManager.default.fileExists(atPath: file), "\(document) refers to \(reference)")
        }
    }

    @Test func theFiguresOfTheReadmeAreThoseOfTheResults() throws {
        let readme = try Repository.text(of: "README.md")
        let results = try Repository.text(of: "Benchmarks/RESULTS.md").split(separator: "\n")
        let table = try #require(readme.firstMatch(of: /<!-- figures -->\n(.*)<!-- \/figures -->/.dotMatchesNewlines()))
        let rows = table.output.1.split(separator: "\n").dropFirst(2)
        #expect(rows.count >= 8)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(results.contains { line in cells.allSatisfy { line.contains($0) } }, "\(row)")
        }
    }
}
