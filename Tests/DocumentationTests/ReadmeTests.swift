import Foundation
import Testing

/// Tests that the README is short and correct.
@Suite struct ReadmeTests {
    @Test func theProgramIsTheOneThatIsCompiled() throws {
        let readme = try Repository.text(of: "README.md")
        let program = try Repository.text(of: "Sources/Market/Market.swift")
        #expect(readme.contains("```swift\n\(program)```"))
    }

    @Test func itHasAtMost120Lines() throws {
        let lines = try Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.dropLast().count <= 120)
    }

    /// The numbers of the section "Speed" must be numbers of the last benchmark run, or these with two digits.
    @Test func theFiguresAreThoseOfTheResults() throws {
        let readme = try Repository.text(of: "README.md")
        let results = try Repository.text(of: "Benchmarks/RESULTS.md")
        let section = try #require(readme.firstMatch(of: #/## Speed\n(.*?)\nMore: /#.dotMatchesNewlines())).output.1
        let figures = section.matches(of: /[0-9][0-9,.]*[0-9]/).map(\.output)
        #expect(figures.count >= 6)
        let rounded = Set(
            results.matches(of: /[0-9][0-9,]*\.?[0-9]*/).compactMap { Double($0.output.replacing(",", with: "")) }
                .map { Double(String(format: "%.2g", $0)) })
        for figure in figures {
            #expect(results.contains(figure) || rounded.contains(Double(figure)), "\(figure)")
        }
    }
}
