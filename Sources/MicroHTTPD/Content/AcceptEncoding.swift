/// The weights of an `Accept-Encoding` field in thousandths (RFC 9110, 12.5.3).
struct AcceptEncoding {
    private var zstd: Int?
    private var gzip: Int?
    /// The weight of uncompressed content.
    private var identity: Int?
    /// The weight of all codings that are not named (`*`).
    private var others: Int?

    /// Reads a list. If a name occurs twice, the first one counts.
    init(_ list: String) {
        for (name, weight) in QualityValues(list) {
            // Names are case-insensitive.
            func isNamed(_ coding: String) -> Bool { name.elementsEqual(coding.utf8) { $0 | 0x20 == $1 } }
            // `x-gzip` is the older name of `gzip` (RFC 9110, 8.4.1.3).
            if isNamed("gzip") || isNamed("x-gzip") {
                gzip = gzip ?? weight
            } else if isNamed("zstd") {
                zstd = zstd ?? weight
            } else if isNamed("identity") {
                identity = identity ?? weight
            } else if isNamed("*") {
                others = others ?? weight
            }
        }
    }

    /// Returns the coding with the greatest weight; nil if uncompressed content is preferred or no coding is accepted.
    ///
    /// Of several codings with equal weight, the first one is returned. Uncompressed content is sent even if the list
    /// forbids it, because a refusal would help the client less.
    func best(of codings: [ContentCoding]) -> ContentCoding? {
        var (best, most) = (ContentCoding?.none, max(1, identity ?? 0))
        for coding in codings {
            let weight = weight(of: coding)
            if best == nil ? weight >= most : weight > most { (best, most) = (coding, weight) }
        }
        return best
    }

    private func weight(of coding: ContentCoding) -> Int {
        switch coding {
        case .zstd: zstd ?? others ?? 0
        case .gzip: gzip ?? others ?? 0
        }
    }
}
