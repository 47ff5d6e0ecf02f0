import Foundation
import Testing

/// Tests that the links of documents lead to files and headings that exist.
@Suite struct LinkTests {
    @Test(arguments: try Repository.documents())
    func everyReferenceLeadsSomewhere(document: String) throws {
        let folder = Repository.root.appendingPathComponent(document).deletingLastPathComponent()
        for link in try Repository.text(of: document).matches(of: /\]\(([^)#: ]*)(#[^) ]*)?\)/) {
            let path = String(link.output.1)
            let file =
                path.isEmpty ? Repository.root.appendingPathComponent(document) : folder.appendingPathComponent(path)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(document) refers to \(path)")
            guard let anchor = link.output.2?.dropFirst(), file.pathExtension == "md" else { continue }
            let headings = try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^#+ (.*)$/).map {
                $0.output.1.lowercased().replacing(/[^a-z0-9 _-]/, with: "").replacing(" ", with: "-")
            }
            #expect(headings.contains(String(anchor)), "\(document) refers to \(path)#\(anchor)")
        }
    }

    @Test func everyPageIsInTheIndex() throws {
        let index = try Repository.text(of: "docs/README.md")
        for page in try Repository.documents() where page.hasPrefix("docs/") && page != "docs/README.md" {
            #expect(index.contains("(\(page.dropFirst("docs/".count)))"), "\(page)")
        }
    }
}
