public import CascadingTable
import MicroHTTPD

extension TableViewFile {
    /// Creates a file from a part of a form. Its name is safe.
    init(_ part: MultipartForm.Part) {
        self.init(name: part.fileName ?? "file", contentType: part.contentType, bytes: part.bytes)
    }

    /// Writes the file to a new file in a folder. It never overwrites a file, and never leaves the folder.
    ///
    /// The new file gets the name of this one. If that name is taken, it gets a random ending: `photo-1b9f04c2.jpg`.
    ///
    /// - Parameter folder: The path of the folder, which must exist.
    /// - Returns: The name of the new file.
    /// - Throws: `HTTPServerError` with code `cannotWriteFile`.
    @discardableResult
    public func write(to folder: String) async throws -> String {
        let part = MultipartForm.Part(name: "", fileName: name, contentType: contentType, bytes: bytes)
        return try await part.write(to: folder)
    }
}
