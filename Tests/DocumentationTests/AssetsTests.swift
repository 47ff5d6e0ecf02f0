import Assets
import Foundation
import Testing

/// Tests that `Assets` lists each file of `Public` and `Templates`.
@Suite struct AssetsTests {
    @Test(arguments: ["Public", "Templates"])
    func everyFileIsListed(folder: String) throws {
        let files = folder == "Public" ? Assets.publicFiles : Assets.templates
        let folder = Repository.root.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files.keys) == Set(names))
        for (name, bytes) in files {
            let isSame = try Data(contentsOf: folder.appendingPathComponent(name)) == Data(bytes)
            #expect(isSame, "\(name)")
        }
    }

    /// The documentation tells how large the scripts are, to a tenth.
    @Test func sizeOfScriptsIsDocumented() throws {
        let size = Assets.publicFiles.filter { $0.key.hasSuffix(".js") }.values.map(\.count).reduce(0, +)
        let text = try Repository.text(of: "docs/reference/keyboard.md")
        let match = try #require(text.firstMatch(of: /With it \((\d+) KB/))
        let told = try #require(Int(match.1)) * 1000
        #expect(abs(told - size) * 10 <= size, "The scripts have \(size) bytes.")
    }
}
