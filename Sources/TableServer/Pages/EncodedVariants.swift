import MicroHTTPD
import Synchronization

/// A page in each content coding, made when it is first asked for, and once however many ask at a time.
struct EncodedVariants: ~Copyable, Sendable {
    /// Bytes of a page that is worth it: a shorter one fits into the packets that its headers need.
    static let minimum = 1024

    // Not private, for what is kept in line is known where the page is (a limit of the compiler, 6.3).
    enum Form {
        case unmade
        /// It would be no shorter.
        case none
        case made(CachedPage)
    }

    private let bytes = Atomic(0)
    private let zstd = Mutex(Form.unmade)
    private let gzip = Mutex(Form.unmade)

    /// What is kept of those made so far.
    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// The page in that coding; nil where that is no shorter. It may take a while, so it is not for under a lock.
    func page(
        _ page: CachedPage, in coding: ContentCoding, _ compression: CachedPage.Compression
    ) -> CachedPage? {
        switch coding {
        case .zstd: self.page(page, in: coding, compression, keptIn: zstd)
        case .gzip: self.page(page, in: coding, compression, keptIn: gzip)
        }
    }

    private func page(
        _ page: CachedPage, in coding: ContentCoding, _ compression: CachedPage.Compression,
        keptIn form: borrowing Mutex<Form>
    ) -> CachedPage? {
        let (made, isNew) = form.withLock { form -> (CachedPage?, isNew: Bool) in
            switch form {
            case .made(let made): return (made, false)
            case .none: return (nil, false)
            case .unmade:
                let made = CachedPage(page, in: coding, effort: compression.effort)
                form = made.map(Form.made) ?? .none
                bytes.add(made.map { $0.byteCount + 1024 } ?? 0, ordering: .relaxed)
                return (made, made != nil)
            }
        }
        if isNew { compression.onGrowth() }
        return made
    }
}
