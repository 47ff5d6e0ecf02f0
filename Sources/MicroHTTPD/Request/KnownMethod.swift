import HTTPTypes

/// The methods a handler can be asked for.
enum KnownMethod {
    static let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    /// Finds a method by its exact name.
    ///
    /// - Throws: ``HTTPError`` 501 for any other.
    static func find(_ name: UnsafeRawBufferPointer) throws -> HTTPRequest.Method {
        guard
            let method = all.first(where: {
                let known = $0.rawValue.utf8
                return known.count == name.count && known.elementsEqual(name)
            })
        else {
            throw HTTPError(.notImplemented, "This server does not know the method.")
        }
        return method
    }
}
