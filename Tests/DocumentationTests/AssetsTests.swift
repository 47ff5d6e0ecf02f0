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
}
