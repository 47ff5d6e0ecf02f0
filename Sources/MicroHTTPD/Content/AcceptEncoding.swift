/// What an `Accept-Encoding` field says (RFC 9110, 12.5.3), in thousandths.
struct AcceptEncoding {
    private var zstd: Int?
    private var gzip: Int?
    /// Content as it is.
    private var identity: Int?
    /// What is not named.
    private var others: Int?

    /// Of a name that is there twice the first counts.
    init(_ list: String) {
        for (name, weight) in QualityValues(list) {
            // In small letters or capitals.
            func isNamed(_ coding: String) -> Bool { name.elementsEqual(coding.utf8) { $0 | 0x20 == $1 } }
            // The second is an older name of the first (RFC 9110, 8.4.1.3).
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

    /// The coding of the greatest weight, the first of several; nil where none is wanted, or content as it is more.
    ///
    /// Content as it is remains acceptable also where the list says it is not: a client that can read nothing else is
    /// served better by that than by a refusal.
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
