import CMicroHTTPD

/// A reply and the head that it is given to again while its condition holds.
///
/// It has a response of its own, for to send one counts references in it, which threads that share it would take from
/// each other. That is made when it is first repeated, over the same bytes.
///
/// Once it does not hold, the one that comes after it takes its place. Where that has the same length, as when a number
/// changes, so may the next, and its response is one that can become another.
final class RepeatableReply {
    private let head: [UInt8]
    private let target: [UInt8]
    private let fieldCount: Int
    private var reply: RepeatedReply
    /// Until when it is repeated.
    private let end: UInt64
    /// What is sent in place of what others may send as well.
    private var own: OwnResponse?
    /// Whether it is that of the answer which holds.
    private var isCurrent = false
    /// Whether the answer before had as many bytes, and so may the next.
    private var isAsLong = false

    init(_ reply: RepeatedReply, to head: RawHead, until end: UInt64) {
        self.head = Array(head.bytes)
        target = head.target
        fieldCount = head.fieldCount
        self.reply = reply
        self.end = end
    }

    /// What is sent, and others may send as well.
    var response: PreparedResponse { reply.response }

    /// The length of the body.
    var byteCount: Int { reply.response.byteCount }

    /// Bytes, with what keeping it costs besides.
    var cost: Int { head.count + target.count + byteCount + 2048 }

    /// Whether it may be given to that head, as it is or as the one that comes after it.
    func isFor(_ head: RawHead, at now: UInt64) -> Bool {
        now < end && head.equals(self.head, target: target, fieldCount: fieldCount)
    }

    /// Makes it the one that holds; false where only the handler knows that.
    func advance() -> Bool {
        if reply.answer.holds() { return true }
        isCurrent = false
        guard let next = reply.next() else { return false }
        isAsLong = next.response.byteCount == byteCount
        reply.answer = next
        return true
    }

    /// The response to be sent, and to be held as long as it is; nil where the one of all has to do.
    func ownResponse() -> OwnResponse? {
        if isCurrent { return own }
        isCurrent = true
        if isKnownUniquelyReferenced(&own), own?.become(reply.response) == true { return own }
        // Its memory is used again for the next.
        own = nil
        own = try? OwnResponse(reply.response, isCopied: isAsLong)
        return own
    }
}
