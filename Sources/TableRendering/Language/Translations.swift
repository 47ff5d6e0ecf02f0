import FoundationEssentials

/// The translations of all messages that visitors may read, by ``LocalizedMessage/key``.
///
/// They are in `Translations`, in a file for each language. `%` stands for one of the values of a message; their order
/// is the same in every language. `MessageTests` fails for a message in `Sources` without a translation, and for a
/// translation without a message.
enum Translations {
    static let all: [Language: [String: String]] = [
        .german: read(PackageResources.de_json), .hebrew: read(PackageResources.he_json),
    ]

    private static func read(_ file: [UInt8]) -> [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: Data(file))) ?? [:]
    }
}
