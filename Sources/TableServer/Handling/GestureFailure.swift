import TableRendering

/// Why a gesture failed, and the page it was made on, to go back to.
struct GestureFailure: Error {
    let cause: any Error
    let way: String
    /// The language of that page.
    let language: Language

    init(_ cause: any Error, of touch: Touch) {
        self.cause = cause
        way = touch.address(of: nil)
        language = touch.language
    }
}

extension Touch {
    /// Runs the body; what it throws leads back to the page.
    func leadingBack<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw GestureFailure(error, of: self)
        }
    }
}
