import Bytes
import HTTPMessages
import HTTPTypes

extension HTTPFields {
    private static let serverTiming = HTTPField.Name("Server-Timing")

    /// Adds the time of a part of the work to `Server-Timing`, in milliseconds with three decimals.
    mutating func addTime(of part: StaticString, _ duration: Duration) {
        guard let name = Self.serverTiming else { return }
        self[name] = ByteWriter.text { text in
            if let before = self[name] {
                text.raw(before.utf8)
                text.raw(", ")
            }
            text.raw(part)
            text.raw(";dur=")
            _ = text.decimal(Double(Int(duration / .microseconds(1))) / 1_000)
        }
    }
}

extension Response {
    /// Returns the response with the time since its request came. A prebuilt response has the times at which it was made.
    func timed(since start: ContinuousClock.Instant) -> Response {
        guard prebuilt == nil else { return self }
        var response = self
        response.headers.addTime(of: "total", .now - start)
        return response
    }
}
