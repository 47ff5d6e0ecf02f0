/// Why the server could not do as it was told.
public struct HTTPServerError: Error, Sendable, Hashable {
    /// The kind of failure, for code to switch on; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's own name, for logs.
        public let description: String

        /// The port is taken.
        public static let addressInUse = Code(description: "addressInUse")
        /// The machine has no such address.
        public static let addressNotAvailable = Code(description: "addressNotAvailable")
        /// The process may not listen there; ports below 1024 often need a privilege.
        public static let permissionDenied = Code(description: "permissionDenied")
        /// The host's name means nothing here.
        public static let hostNotFound = Code(description: "hostNotFound")
        /// The process has no file descriptor left.
        public static let tooManyOpenFiles = Code(description: "tooManyOpenFiles")
        /// A server starts once.
        public static let alreadyStarted = Code(description: "alreadyStarted")
        /// The server was stopped before it listened.
        public static let stopped = Code(description: "stopped")
        /// libmicrohttpd would not start, for want of threads or memory.
        public static let daemonFailed = Code(description: "daemonFailed")
        /// A file or a stream cannot be prepared.
        public static let bodyNotInMemory = Code(description: "bodyNotInMemory")
        /// A header's value holds a control character.
        public static let invalidHeader = Code(description: "invalidHeader")
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence for a person.
    public let message: String
    /// The system's error number where there is one, else 0.
    public let errno: Int32

    init(_ code: Code, _ message: String, errno: Int32 = 0) {
        self.code = code
        self.message = message
        self.errno = errno
    }
}

extension HTTPServerError: CustomStringConvertible {
    public var description: String { "\(message) (\(code))" }
}

/// Lets `catch` name a code: `catch HTTPServerError.Code.addressInUse`.
public func ~= (code: HTTPServerError.Code, error: any Error) -> Bool {
    (error as? HTTPServerError)?.code == code
}
