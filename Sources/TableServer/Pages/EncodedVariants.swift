import Bytes
import HTTPMessages
import Synchronization

/// A page in each content coding. Each form is made at its first use, and only once for simultaneous requests.
struct EncodedVariants: ~Copyable, Sendable {
    /// The smallest page in bytes that is compressed. A shorter page fits into the packets that its headers need.
    static let minimum = 1024

    // Not private: the compiler (6.3) must see the type of inline storage where the page is declared.
    enum Form {
        case unmade
        /// The coding does not make the page shorter.
        case none
        case made(CachedPage)
    }

    private let bytes = Atomic(0)
    private let zstd = Mutex(Form.unmade)
    private let gzip = Mutex(Form.unmade)

    /// The size in bytes of the forms made so far, with an estimate for their headers.
    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Returns the page in a coding; nil if that is no shorter. Compression takes time, so do not call it under a lock.
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
        let (made, isNew) = form.locked { form -> (CachedPage?, isNew: Bool) in
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
