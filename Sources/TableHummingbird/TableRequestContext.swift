#if Hummingbird
    public import Hummingbird
    public import NIOCore

    /// A context that knows the address of the client, for a router with tables.
    ///
    /// Write a type of your own if your routes need more, such as a user. It must conform to
    /// `RemoteAddressRequestContext`.
    public struct TableRequestContext: RequestContext, RemoteAddressRequestContext {
        /// The parts that every context has.
        public var coreContext: CoreRequestContextStorage
        /// The address of the client, or of a proxy.
        public let remoteAddress: SocketAddress?

        /// Creates the context of a request.
        public init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            remoteAddress = source.channel.remoteAddress
        }
    }
#endif
