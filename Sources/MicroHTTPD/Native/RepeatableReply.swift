import CMicroHTTPD

/// A reply and the head that it is given to again while its condition holds.
///
/// It has a response of its own over the same bytes, for to send one counts references in it, which threads that share
/// it would take from each other. That is made when it is first repeated.
final class RepeatableReply {
    private let head: [UInt8]
    private let target: [UInt8]
    private let fieldCount: Int
    private let prepared: PreparedResponse
    /// Until when it is repeated.
    private let end: UInt64
    private let condition: @Sendable () -> Bool
    private var response: NativeResponse?

    init(
        _ prepared: PreparedResponse, to head: RawHead, until end: UInt64,
        while condition: @escaping @Sendable () -> Bool
    ) {
        self.head = Array(head.bytes)
        target = head.target
        fieldCount = head.fieldCount
        self.prepared = prepared
        self.end = end
        self.condition = condition
    }

    /// The length of the body.
    var byteCount: Int { prepared.byteCount }

    /// Bytes, with what keeping it costs besides.
    var cost: Int { head.count + target.count + byteCount + 2048 }

    func holds(for head: RawHead, at now: UInt64) -> Bool {
        now < end && head.equals(self.head, target: target, fieldCount: fieldCount) && condition()
    }

    /// Has it sent on a connection; for its access callback.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        if response == nil { response = try? NativeResponse.make(prepared.response) }
        return response?.queue(on: connection) ?? prepared.native.queue(on: connection)
    }
}
