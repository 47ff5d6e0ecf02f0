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
    private let folder: URL?
    private let logger: Logger
    /// The state of the file before it was first read.
    private let first: State

    /// The identity of a file's contents.
    private struct State: Equatable {
        var size = 0
        var number = 0
        var date = Date.distantPast

        init(of path: String) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
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
            let folder = FileManager.default.temporaryDirectory.appending(path: "cascade-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            (database, self.folder) = (folder.appending(path: "rows.db").path, folder)
        }
        try await read()
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
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
                do { try await self.read() } catch {
                    logger.warning("\(path) changed and cannot be read. Its previous rows are served. \(error)")
                }
            }
        }
    }
}
