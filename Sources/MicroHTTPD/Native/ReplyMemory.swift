import Synchronization

/// The replies that one of libmicrohttpd's threads gives again to a request whose head is that of an earlier one.
///
/// An identical request for what has not changed has an identical answer: where a handler said for how long that holds
/// (``RepeatedReply``), the answer is found by the bytes of the head, with nothing read, allocated or locked,
/// and nothing written that another thread reads. Remembered are heads that were checked and have no body.
///
/// A reply is repeated for its lifetime at most. Then the handler is asked again, so that what it keeps by use is seen
/// to be used.
///
/// There are two generations. What is found in the elder moves to the younger; once the younger is full it becomes the
/// elder, and the elder is forgotten. So what is asked for stays, and no order has to be kept.
// @unchecked: belongs to one of libmicrohttpd's threads.
final class ReplyMemory: @unchecked Sendable {
    /// How long a reply is repeated, in nanoseconds.
    private let lifetime: UInt64
    /// Bytes of a generation: of heads and answers, and what keeping them costs besides.
    private let capacity: Int
    private var younger: [UInt64: RepeatableReply] = [:]
    private var elder: [UInt64: RepeatableReply] = [:]
    private var byteCount = 0
    /// For answers that are given once.
    let spares = SpareResponses()

    init(lifetime: UInt64, capacity: Int) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// The reply to that head which holds.
    func find(_ head: RawHead, at now: UInt64) -> RepeatableReply? {
        let key = head.hash
        let isYoung: Bool
        let found: RepeatableReply?
        if let reply = younger[key] {
            (found, isYoung) = (reply, true)
        } else {
            (found, isYoung) = (elder.removeValue(forKey: key), false)
        }
        guard let reply = found, reply.isFor(head, at: now) else { return nil }
        let cost = reply.cost
        guard reply.advance() else { return nil }
        if isYoung { byteCount += reply.cost - cost } else { keep(reply, for: key) }
        return reply
    }

    func remember(_ reply: RepeatedReply, for head: RawHead, at now: UInt64) {
        let reply = RepeatableReply(reply, to: head, until: now + lifetime)
        guard reply.cost <= capacity / 4 else { return }
        keep(reply, for: head.hash)
    }

    private func keep(_ reply: RepeatableReply, for key: UInt64) {
        byteCount += reply.cost - (younger.updateValue(reply, forKey: key)?.cost ?? 0)
        guard byteCount > capacity else { return }
        elder = younger
        younger = [:]
        byteCount = 0
    }
}
