import CascadingTable
import Synchronization

/// The cache of rendered page templates. Rendering a template takes a hundred times as long as filling its gaps.
final class TemplateCache: Sendable {
    private let cache = Mutex(LRUCache<PageTemplateContext, PrerenderedTemplate>())
    /// The limit of templates: one for each table, language and query, about 6 KB each.
    private static let capacity = 64
    /// The limit in bytes of a cached template, because it contains texts of visitors.
    private let maxByteCount: Int

    /// - Parameter maxBytes: The limit in bytes of all templates.
    init(maxBytes: Int = 4 * 1024 * 1024) {
        maxByteCount = maxBytes / Self.capacity
    }

    /// Returns the rendered template of a page; nil if it is not cached.
    ///
    /// - Parameter page: The values of the page, with placeholders.
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
    /// Hashes the values that distinguish most pages. Hashing all values takes longer than comparing them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(base)
        hasher.combine(title)
        hasher.combine(language)
    }
}
