import Synchronization

/// A language of pages.
package final class Language: Sendable {
    /// The languages, the default first. To add one, add its file to the folder `Words`, and its line here.
    package static let all = [
        Language("en", PackageResources.en_json),
        Language("de", PackageResources.de_json),
        Language("fr", PackageResources.fr_json),
        Language("he", PackageResources.he_json),
    ]
    /// The default language.
    package static let english = all[0]

    /// The BCP 47 tag of the language.
    package let tag: String
    private let file: @Sendable () -> [UInt8]
    private let loaded = AtomicLazyReference<Words>()

    private init(_ tag: String, _ file: @autoclosure @escaping @Sendable () -> [UInt8]) {
        (self.tag, self.file) = (tag, file)
    }

    /// Returns the language with a tag; nil if pages are not written in it.
    package static func tagged(_ tag: String) -> Language? { all.first { $0.tag == tag } }

    /// The words of the language. Its file is read at the first use.
    package var words: Words { loaded.load() ?? loaded.storeIfNil(Words(self, file())) }
}

extension Language: Hashable {
    /// Returns whether both are the same language.
    package static func == (one: Language, other: Language) -> Bool { one === other }

    /// Hashes the identity of the language.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
