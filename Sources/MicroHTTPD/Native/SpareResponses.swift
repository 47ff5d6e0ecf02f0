import HTTPTypes

/// The responses of one of libmicrohttpd's threads that were sent and may be sent again.
final class SpareResponses {
    private var spares: [SpareResponse] = []
    /// The most that are kept.
    private static let capacity = 16
    /// The most bytes of the body of one.
    private static let limit = 4096

    /// A response for an answer that is sent once; nil where it had better be made for it alone.
    func take(_ prepared: PreparedResponse) -> SpareResponse? {
        guard prepared.isSentOnce, (1...Self.limit).contains(prepared.byteCount), prepared.status.allowsBody else {
            return nil
        }
        if let index = spares.lastIndex(where: { $0.take(prepared) }) { return spares.remove(at: index) }
        return try? SpareResponse(prepared)
    }

    /// Takes one back, whose request is over.
    func keep(_ spare: SpareResponse) {
        if spares.count == Self.capacity { spares.removeFirst() }
        spares.append(spare)
    }
}

extension HTTPResponse.Status {
    /// Whether an answer with it has a body.
    fileprivate var allowsBody: Bool { self != .noContent && self != .notModified }
}
