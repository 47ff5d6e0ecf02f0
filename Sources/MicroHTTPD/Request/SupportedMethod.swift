import HTTPTypes

/// The methods that handlers can receive.
enum SupportedMethod {
    static let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    private static let names = all.map { Array($0.rawValue.utf8) }

    /// Finds a method by its exact name.
    ///
    /// - Throws: ``HTTPError`` 501 for an unknown method.
    static func find(_ name: UnsafeRawBufferPointer) throws -> HTTPRequest.Method {
        guard let index = names.firstIndex(where: { $0.count == name.count && $0.elementsEqual(name) }) else {
            throw unknown
        }
        return all[index]
    }

    /// The error for an unknown method.
    static var unknown: HTTPError { HTTPError(.notImplemented, "The request method is not supported.") }
}
