import CascadingTable
import Synchronization

/// The cache that were rendered last, for a template takes a hundred times as long as what stands in its gaps.
final class TemplateCache: Sendable {
    private let cache = Mutex(LRUCache<PageTemplateContext, PrerenderedTemplate>())
    /// So many tables, languages and queries, of some six KB each.
    private static let capacity = 64
    /// The most bytes of one that is cached, for texts of visitors are in it.
    private let maxByteCount: Int

    /// - Parameter maxBytes: The most bytes of all.
    init(maxBytes: Int = 4 * 1024 * 1024) {
        maxByteCount = maxBytes / Self.capacity
    }

    /// The templateContext of a page, which has marks; nil if it is not cached.
    func template(for page: PageTemplateContext) -> PrerenderedTemplate? {
        cache.withLock { $0.value(for: page) }
    }

    func insert(_ template: PrerenderedTemplate) {
        guard template.byteCount <= maxByteCount else { return }
        cache.withLock { cache in
            cache.insert(template, for: template.context)
            if cache.count > Self.capacity { cache.removeOldest() }
        }
    }
}

extension PageTemplateContext: Hashable {
    /// Takes what tells most pages apart; to hash all of it takes longer than to compare it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(base)
        hasher.combine(title)
        hasher.combine(language)
    }
}
