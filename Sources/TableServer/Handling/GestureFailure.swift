/// Why a gesture failed, and the page it was made on, to go back to.
struct GestureFailure: Error {
    let cause: any Error
    let way: String
}

extension Touch {
    /// Runs the body; what it throws leads back to the page.
    func leadingBack<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw GestureFailure(cause: error, way: address(of: nil))
        }
    }
}
