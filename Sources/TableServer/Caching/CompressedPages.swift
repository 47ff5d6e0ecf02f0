import MicroHTTPD
import Synchronization

/// A page in each content coding, made when it is first asked for, and once however many ask at a time.
final class CompressedPages: Sendable {
    /// Bytes of a page that is worth it: a shorter one fits into the packets that its headers need.
    static let minimum = 1024

    private enum Form {
        case unmade
        /// It would be no shorter.
        case none
        case made(PreparedPage)
    }

    private let page: PreparedPage
    let effort: ContentCoding.Effort
    let onGrowth: @Sendable () -> Void
    private let bytes = Atomic(0)
    private let zstd = Mutex(Form.unmade)
    private let gzip = Mutex(Form.unmade)

    init(of page: PreparedPage, effort: ContentCoding.Effort, onGrowth: @escaping @Sendable () -> Void) {
        self.page = page
        self.effort = effort
        self.onGrowth = onGrowth
    }

    /// What is kept of those made so far.
    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// The page in that coding; nil where that is no shorter. It may take a while, so it is not for under a lock.
    func page(in coding: ContentCoding) -> PreparedPage? {
        switch coding {
        case .zstd: page(in: coding, keptIn: zstd)
        case .gzip: page(in: coding, keptIn: gzip)
        }
    }

    private func page(in coding: ContentCoding, keptIn form: borrowing Mutex<Form>) -> PreparedPage? {
        let (made, isNew) = form.withLock { form -> (PreparedPage?, isNew: Bool) in
            switch form {
            case .made(let made): return (made, false)
            case .none: return (nil, false)
            case .unmade:
                let made = try? PreparedPage(page, in: coding, effort: effort)
                form = made.map(Form.made) ?? .none
                bytes.add(made.map { $0.byteCount + 1024 } ?? 0, ordering: .relaxed)
                return (made, made != nil)
            }
        }
        if isNew { onGrowth() }
        return made
    }
}
