// The samples of docs/how-to/use-from-swift-client.md.
import Foundation
import TableClient

struct Album: Codable, Hashable, Sendable {
    enum CodingKeys: String, CodingKey { case id, artist = "artist_id", title, year }
    var id: Int?
    var artist: Int
    var title: String
    var year: Int?
}

private func read(_ url: URL) async throws {
    let albums = TableClient(url)  // http://127.0.0.1:8080/albums/
    for try await album in albums.rows(as: Album.self, where: ["year__gte": "1960"], sort: ["year": .reverse]) {
        print(album.id, album.title)
    }
}

private func change(_ albums: TableClient, _ album: TableClient.Row<Album>) async throws -> [TableClient.Row<Album>] {
    var draft = album.value
    draft.year = 1960
    let saved = try await albums.save(draft, old: album)

    let row = try await albums.create(Album(artist: 2, title: "Milestones"))
    try await albums.delete(row)
    return [saved]
}

private func save(_ draft: Album, _ albums: TableClient, _ album: TableClient.Row<Album>) async throws {
    do {
        try await albums.save(draft, old: album)
    } catch let conflict as EditConflict<Album> {
        print(conflict.columns, draft, conflict.saw.value, conflict.theirs?.value ?? "was deleted")
        if let merged = conflict.merged, let theirs = conflict.theirs {
            try await albums.save(merged, old: theirs)  // yours over theirs
        }
    }
}

private func follow(_ albums: TableClient) async throws {
    var titles: [String] = []
    for try await change in albums.changes {
        guard change.isReload else { continue }
        titles = try await albums.rows(as: Album.self).reduce(into: []) { $0.append($1.title) }
    }
    print(titles)
}

private func fail(_ albums: TableClient) async throws {
    do {
        try await albums.create(Album(artist: 99, title: "Lost tape"))
    } catch let problem as TableProblem {
        print(problem.status, problem.detail)  // 422 Some values are not accepted.
        for message in problem.messages { print(message.column ?? "", message.detail) }
    }
}
