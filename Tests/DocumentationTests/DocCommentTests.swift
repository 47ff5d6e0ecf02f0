import Foundation
import Testing

/// Tests that public declarations have a doc comment. Raise the percentage of a module, but never lower it.
@Suite struct DocCommentTests {
    /// The required percentage of public declarations with a doc comment.
    private static let floors = [
        ("Bytes", 100), ("TableAccess", 100), ("CascadingTable", 100), ("LocalizedMessages", 100),
        ("HTTPMessages", 100), ("MicroHTTPD", 100), ("StaticTables", 100), ("TableClient", 100), ("TableDatabase", 100),
        ("TableManagers", 100),
        ("TableHummingbird", 100), ("TableMariaDB", 100), ("TableModels", 100), ("TablePostgres", 100),
        ("TableRendering", 100),
        ("TableSQLite", 100),
        ("TableServer", 100),
        ("TableServerOptions", 100), ("TableStorage", 100), ("TableTesting", 100), ("TableUIKit", 100),
        ("TableFormats", 100), ("TypedTables", 100),
    ]

    @Test(arguments: floors)
    func publicDeclarationsAreDocumented(module: String, floor: Int) throws {
        let files = try Repository.files(ext: "swift", below: "Sources/\(module)")
        let declarations = try files.flatMap { PublicDeclaration.all(in: try Repository.text(of: $0), file: $0) }
        try #require(declarations.count >= 5)
        let missing = declarations.filter { !$0.isDocumented }
        let share = (declarations.count - missing.count) * 100 / declarations.count
        #expect(share >= floor, "\(missing.map(\.text).joined(separator: "\n"))")
    }

    /// The words with which no doc comment begins.
    private static let beginnings = ["What", "Who", "Those", "That which", "The same", "Where", "As many", "Nobody"]

    /// Tests the rule that a doc comment begins with a noun or a verb.
    @Test(arguments: floors)
    func docCommentsBeginWithANounOrAVerb(module: String, floor: Int) throws {
        for file in try Repository.files(ext: "swift", below: "Sources/\(module)") {
            let lines = try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            for (before, line) in zip([""] + lines, lines) where line.contains("///") && !before.contains("///") {
                let comment = line.drop { $0 == " " }.dropFirst(4)
                #expect(!Self.beginnings.contains { "\(comment) ".hasPrefix("\($0) ") }, "\(file): \(line)")
            }
        }
    }

    @Test func declarationsWithoutCommentAreFound() {
        let source = """
            public struct A {
                public var b = 1
                /// The c.
                @inlinable
                public func c() {}
                public override func d() {}
                public func tableView(_ tableView: TableView, e: Int) {}
                var f = 1
            }
            /// A protocol.
            public protocol P {
                func g()
                /// The h.
                var h: Int { get }
            }
            """
        let missing = PublicDeclaration.all(in: source, file: "").filter { !$0.isDocumented }.map(\.text)
        #expect(missing == [":1 public struct A {", ":2 public var b = 1", ":12 func g()"])
    }
}

/// A declaration that users of a module can see.
private struct PublicDeclaration {
    let text: String
    let isDocumented: Bool

    /// Returns the declarations of a source, except those that inherit the comment of an overridden or required member.
    static func all(in source: String, file: String) -> [PublicDeclaration] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        var isInProtocol = false
        var declarations: [PublicDeclaration] = []
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("}") { isInProtocol = false }
            if isPublic(line) || isInProtocol && isRequirement(line) {
                let text = line.drop { $0 == " " }
                declarations.append(
                    .init(text: "\(file):\(index + 1) \(text)", isDocumented: hasComment(above: index, lines)))
            }
            if line.contains(#/^(@\w+ )?public protocol /#) { isInProtocol = !line.hasSuffix("{}") }
        }
        return declarations
    }

    private static func isPublic(_ line: Substring) -> Bool {
        // Most lines contain neither word, and a text search is faster than a pattern.
        guard line.contains("public ") || line.contains("open "),
            !line.contains("func tableView(_ table"),
            !line.hasSuffix("func tableView(")
        else { return false }
        return line.contains(
            #/^ *(@\w+(\([^)]*\))? +)*((nonisolated|final|static|class|mutating|indirect|required|convenience) +)*(public|open) [a-z]/#
        )
            && !line.contains(/\b(override|import|extension)\b/)
    }

    private static func isRequirement(_ line: Substring) -> Bool {
        line.contains(/^    (@\w+ )*((static|mutating|nonisolated) )*(func|var|init|associatedtype|subscript)\b/)
    }

    private static func hasComment(above index: Int, _ lines: [Substring]) -> Bool {
        let above = lines[..<index].last { !$0.contains(/^ *(@|#if|#else)/) }
        return above?.contains(/^ *\/\/\//) == true
    }
}
