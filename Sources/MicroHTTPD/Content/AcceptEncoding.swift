/// What an `Accept-Encoding` field says (RFC 9110, 12.5.3).
struct AcceptEncoding {
    /// By name in small letters, in thousandths; the first of two for a name counts.
    private var weights: [String: Int] = [:]

    init(_ list: String) {
        for (name, weight) in WeightedList(list) {
            let name = String(decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
            // An older name for the same (RFC 9110, 8.4.1.3).
            let known = name == "x-gzip" ? "gzip" : name
            if weights[known] == nil { weights[known] = weight }
        }
    }

    /// The coding of the greatest weight, the first of several; nil where none is wanted, or content as it is more.
    ///
    /// Content as it is remains acceptable also where the list says it is not: a client that can read nothing else is
    /// served better by that than by a refusal.
    func best(of codings: [ContentCoding]) -> ContentCoding? {
        var (best, most) = (ContentCoding?.none, max(1, weights["identity"] ?? 0))
        for coding in codings {
            let weight = weights[coding.rawValue] ?? weights["*"] ?? 0
            if best == nil ? weight >= most : weight > most { (best, most) = (coding, weight) }
        }
        return best
    }
}
