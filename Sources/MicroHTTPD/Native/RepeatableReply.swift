import CMicroHTTPD

/// A reply and the head that it is given to again while its condition holds.
///
/// It has a response of its own over the same bytes, for to send one counts references in it, which threads that share
/// it would take from each other. That is made when it is first repeated.
///
/// Once it does not hold, the one that comes after it takes its place.
final class RepeatableReply {
    private let head: [UInt8]
    private let target: [UInt8]
    private let fieldCount: Int
    private var reply: RepeatedReply
    /// Until when it is repeated.
    private let end: UInt64
    /// What is sent in place of what others may send as well.
    private var response: NativeResponse?

    init(_ reply: RepeatedReply, to head: RawHead, until end: UInt64) {
        self.head = Array(head.bytes)
        target = head.target
        fieldCount = head.fieldCount
        self.reply = reply
        self.end = end
    }

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
        // Its memory is used again for the next.
        response = nil
        guard let next = reply.next() else { return false }
        reply.answer = next
        return true
    }

    /// Has it sent on a connection; for its access callback.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        if response == nil { response = try? reply.response.makeNative() }
        return response?.queue(on: connection) ?? reply.response.queue(on: connection)
    }
}
