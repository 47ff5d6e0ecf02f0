import HTTPTypes

/// The responses of one of libmicrohttpd's threads that were sent and may be sent again.
final class SpareResponses {
    private var spares: [OwnResponse] = []
    /// The most that are kept.
    private static let capacity = 16
    /// The most bytes of the body of one.
    private static let limit = 4096

    /// A response for an answer that is sent once; nil where it had better be made for it alone.
    func take(_ prepared: PreparedResponse) -> OwnResponse? {
        guard prepared.isSentOnce, (1...Self.limit).contains(prepared.byteCount) else { return nil }
        if let index = spares.lastIndex(where: { $0.become(prepared) }) { return spares.remove(at: index) }
        return try? OwnResponse(prepared, isCopied: true)
    }

    /// Takes one back, whose request is over.
    func keep(_ spare: OwnResponse) {
        if spares.count == Self.capacity { spares.removeFirst() }
        spares.append(spare)
    }
}
