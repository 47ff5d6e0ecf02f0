import Foundation
import Testing

/// Tests that the Swift code of the documentation is in files that are compiled.
@Suite struct SampleTests {
    /// A block of Swift code in a document.
    private struct Block {
        /// The number of the block's first line in the document, from 1.
        let line: Int
        let code: [String]
        /// The reason why the block is not compiled, or nil if the block is compiled.
        let exemption: String?
    }

    @Test(arguments: try Repository.documents(below: "docs"))
    func everySampleIsCompiled(document: String) throws {
        let blocks = try Self.blocks(of: document)
        guard !blocks.isEmpty else { return }
        let files = try
            (Repository.files(ext: "swift", below: "Tests/DocumentationTests/Samples")
            + Repository.files(ext: "swift", below: "Sources") + Repository.exampleFiles()).map {
                Self.lines(of: try Repository.text(of: $0))
            }
        for block in blocks {
            let place = "\(document):\(block.line): \(block.code.first ?? "")"
            if let exemption = block.exemption {
                #expect(!exemption.isEmpty, "The reason is missing: \(place)")
            } else {
                #expect(files.contains { Self.contains($0, block.code) }, "In no compiled file: \(place)")
            }
        }
    }

    /// An error that leaves `main()` of a program ends it with a trap.
    @Test func everySampleEndsWithAStatusIfTheEnvironmentIsInvalid() throws {
        let documents = try ["README.md"] + Repository.documents(below: "docs") + Repository.documents(below: "Sources")
        for document in documents + (try Repository.files(ext: "swift", below: "Sources")) {
            let text = try Repository.text(of: document)
            // A function of the sample that throws, which the call of main catches.
            let isCalledByMain = text.contains("TableServer.main(configuration: try configuration())")
            for line in Self.lines(of: text) where line.contains("environment: ") {
                let isSample = document.hasSuffix(".md") || line.trimmed.hasPrefix("///")
                let isMade = line.contains("try TableServer.Configuration(") || line.contains("try .init(")
                let isCaught =
                    line.contains("TableServer.main(configuration: try") || line.trimmed.hasPrefix("///     `")
                    || isCalledByMain
                #expect(!isSample || !isMade || isCaught, "\(document): \(line)")
            }
        }
    }

    @Test func aBlockIsFoundWhateverItsIndentation() {
        let file = ["enum Sample {", "    func a() {", "        b()", "", "        c()", "    }", "}"]
        #expect(Self.contains(file, ["func a() {", "    b()"]))
        #expect(Self.contains(file, ["b()", "", "c()"]))
        #expect(!Self.contains(file, ["b()", "c()"]))
        #expect(!Self.contains(file, ["func a() {", "b()"]))
        #expect(!Self.contains(file, ["c()", "}", "", "}"]))
        #expect(!Self.contains(file, []))
    }

    private static func blocks(of document: String) throws -> [Block] {
        let lines = lines(of: try Repository.text(of: document))
        return try lines.indices.filter { lines[$0].trimmed.hasPrefix("```swift") }.map { start in
            let code = lines[(start + 1)...].prefix { $0.trimmed != "```" }
            let before = start > 0 ? lines[start - 1].trimmed : ""
            let exemption = try #/<!-- not compiled:(.*)-->/#.wholeMatch(in: before).map { String($0.output.1).trimmed }
            return Block(line: start + 2, code: Array(code), exemption: exemption)
        }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns true if the lines of the code are consecutive lines of the file, all indented by the same number of
    /// spaces.
    private static func contains(_ file: [String], _ code: [String]) -> Bool {
        guard let first = code.first(where: { !$0.isEmpty }) else { return false }
        let start = code.prefix { $0.isEmpty }.count
        return file.indices.contains { place in
            let begin = place - start
            guard file[place].hasSuffix(first), begin >= 0, begin + code.count <= file.count else { return false }
            let indentation = file[place].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(file[begin...], code).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
        }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
