import CLibrary
import Foundation
import Logging
import ServiceLifecycle
import TableFiles
import TableSQLite

/// A file of rows as text, which is served from a SQLite file. The service reads it again when it changes.
final class TextSource: Service {
    private let path: String
    /// The path of the SQLite file.
    let database: String
    /// The temporary folder of the SQLite file; nil if the file is kept.
    private let folder: TemporaryFolder?
    private let logger: Logger
    /// The state of the file before it was first read.
    private let first: State

    /// The identity of a file's contents.
    private struct State: Equatable {
        var size = 0
        var number = 0
        var date = Date.distantPast
        /// A Boolean value that indicates whether the file can be read without waiting for another program, as of a pipe.
        var isRegular = false

        init(of path: String) {
            let file = URL(filePath: path).resolvingSymlinksInPath().path
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { return }
            isRegular = attributes[.type] as? FileAttributeType == .typeRegular
            size = attributes[.size] as? Int ?? 0
            number = attributes[.systemFileNumber] as? Int ?? 0
            date = attributes[.modificationDate] as? Date ?? .distantPast
        }
    }

    /// Reads the file.
    ///
    /// - Parameter keep: The path of a SQLite file to keep; nil for a temporary one.
    init(_ path: String, keep: String?, logger: Logger) async throws {
        (self.path, self.logger, first) = (path, logger, State(of: path))
        if let keep {
            guard !FileManager.default.fileExists(atPath: keep) else {
                throw ExportError(
                    .cannotCreate, "Cannot write to \(keep): it exists. Serve it, delete it, or choose another --keep.")
            }
            (database, folder) = (keep, nil)
        } else {
            let folder = try TemporaryFolder()
            (database, self.folder) = (folder.url.appending(path: "rows.db").path, folder)
        }
        try await read()
    }

    /// Reads the file into a new SQLite file, which takes the place of the previous one.
    private func read() async throws {
        let source = try TextFile(path: path)
        var rows = TableImport(into: URL(filePath: path).deletingPathExtension().lastPathComponent)
        rows.isDurable = folder == nil
        let new = "\(database).new"
        try? FileManager.default.removeItem(atPath: new)
        let progress = ImportProgress(source)
        defer { progress.end() }
        do {
            try await rows.run(source, into: new, report: progress.report).result.scan.tellFaults(of: path)
            guard rename(new, database) == 0 else {
                throw ExportError(
                    .cannotCreate,
                    "Cannot write to \(database): \(String(cString: strerror(errno)).lowercased()). Choose another --keep."
                )
            }
        } catch {
            for file in [new, new + "-journal"] { try? FileManager.default.removeItem(atPath: file) }
            throw error
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var read = first
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                let state = State(of: path)
                // A file that is being written is read when it rests for a second.
                guard state != read, (try? await Task.sleep(for: .seconds(1))) != nil, state == State(of: path) else {
                    continue
                }
                read = state
                do {
                    guard state.isRegular else {
                        throw TextFileError(.cannotOpen, "\(path) cannot be read: it is not a regular file.")
                    }
                    try await self.read()
                } catch {
                    logger.warning("\(path) changed and cannot be read. Its previous rows are served. \(error)")
                }
            }
        }
    }
}

/// A folder of temporary files, which is removed at the end. A folder that a killed program left is removed by the next one.
final class TemporaryFolder: Sendable {
    let url: URL
    /// The folder as a descriptor, which is locked as long as the program runs.
    private let descriptor: Int32

    private static let prefix = "cascade-rows-"

    init() throws(ExportError) {
        let parent = FileManager.default.temporaryDirectory
        Self.removeLeftovers(in: parent)
        var (url, descriptor) = (parent, CInt(-1))
        // Another program may take the new folder for a leftover until it is locked.
        while descriptor < 0 || access(url.path, F_OK) != 0 {
            close(descriptor)
            url = parent.appending(path: "\(Self.prefix)\(UUID().uuidString)")
            let isMade = mkdir(url.path, 0o700) == 0
            descriptor = isMade ? open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
            guard isMade, descriptor >= 0 || errno == ENOENT else {
                throw ExportError(
                    .cannotCreate,
                    "No temporary folder can be made in \(parent.path): \(String(cString: strerror(errno)).lowercased()). "
                        + "Set TMPDIR to another folder.")
            }
            flock(descriptor, LOCK_EX)
        }
        (self.url, self.descriptor) = (url, descriptor)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        close(descriptor)
    }

    /// Removes the folders whose programs have ended, because the system unlocks them then.
    private static func removeLeftovers(in parent: URL) {
        let folders = (try? FileManager.default.contentsOfDirectory(at: parent, includingPropertiesForKeys: nil)) ?? []
        for folder in folders where folder.lastPathComponent.hasPrefix(prefix) {
            let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(at: folder) }
            close(descriptor)
        }
    }
}
