/// An error of the server itself, such as an address that is in use.
public struct HTTPServerError: Error, Sendable, Hashable {
    /// The kind of an error. Later versions may add kinds.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind, for logs.
        public let description: String

        /// Another process listens on the port.
        public static let addressInUse = Code(description: "addressInUse")
        /// The machine does not have this address.
        public static let addressNotAvailable = Code(description: "addressNotAvailable")
        /// The process may not listen on this port. Ports below 1024 often need a privilege.
        public static let permissionDenied = Code(description: "permissionDenied")
        /// The host name is unknown.
        public static let hostNotFound = Code(description: "hostNotFound")
        /// The process has no free file descriptor.
        public static let tooManyOpenFiles = Code(description: "tooManyOpenFiles")
        /// The server was started before. A server can be started only once.
        public static let alreadyStarted = Code(description: "alreadyStarted")
        /// libmicrohttpd could not start, because threads or memory are missing.
        public static let daemonFailed = Code(description: "daemonFailed")
        /// The files of the certificate cannot be read, do not belong together, or are out of date.
        public static let unusableCertificate = Code(description: "unusableCertificate")
        /// A file or a stream cannot be a prebuilt response.
        public static let bodyNotInMemory = Code(description: "bodyNotInMemory")
        /// The value of a header contains a control character.
        public static let invalidHeader = Code(description: "invalidHeader")
        /// The name or value of a cookie contains a character that is not allowed, or the cookie is too large.
        public static let invalidCookie = Code(description: "invalidCookie")
        /// The file of an upload could not be written.
        public static let cannotWriteFile = Code(description: "cannotWriteFile")
    }

    /// The kind of the error, for programs.
    public let code: Code
    /// The sentence that explains the error to a person.
    public let message: String
    /// The error number of the system; 0 if there is none.
    public let errno: Int32

    /// Creates an error.
    package init(_ code: Code, _ message: String, errno: Int32 = 0) {
        self.code = code
        self.message = message
        self.errno = errno
    }
}

extension HTTPServerError: CustomStringConvertible {
    /// The message, followed by the code.
    public var description: String { "\(message) (\(code))" }
}

/// Matches an error by its code, so that you can write `catch HTTPServerError.Code.addressInUse`.
///
/// - Parameters:
///   - code: The code to match.
///   - error: Any error.
/// - Returns: Whether the error is an ``HTTPServerError`` with that code.
public func ~= (code: HTTPServerError.Code, error: any Error) -> Bool {
    (error as? HTTPServerError)?.code == code
}
