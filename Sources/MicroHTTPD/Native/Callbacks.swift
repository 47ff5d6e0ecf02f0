import CMicroHTTPD
import Glibc
import Logging

/// The callbacks of libmicrohttpd, which may come from any of its threads.
///
/// They capture nothing. Each call passes the server context as its argument. A connection is found in the context of
/// its socket: ``connection`` retains it when it opens and releases it when it closes.
enum Callbacks {
    /// Decides whether a new connection is accepted.
    static let accept: MHD_AcceptPolicyCallback = { context, address, _ in
        guard let context else { return cmh_no() }
        let serverContext = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        return serverContext.connections.hasPlace(for: address, serverContext.configuration) ? cmh_yes() : cmh_no()
    }

    /// Takes a connection that was opened, or releases one before it is closed.
    static let connection: MHD_NotifyConnectionCallback = { context, pointer, slot, event in
        guard let context, let pointer, let slot else { return }
        if cmh_is_opening(event) != 0 {
            let serverContext = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
            let connection = Connection(pointer, serverContext: serverContext)
            slot.pointee = Unmanaged.passRetained(connection).toOpaque()
            if serverContext.connections.insert(connection) { serverContext.deadlineWakeup.signal() }
        } else {
            guard let opaque = slot.pointee else { return }
            slot.pointee = nil
            let connection = Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue()
            connection.close()
            if connection.serverContext.connections.remove(connection) { connection.serverContext.drained.signal() }
        }
    }

    /// Takes a request line. The returned value becomes the request's context in the callbacks below.
    static let target:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
            -> UnsafeMutableRawPointer? = { _, target, pointer in
                guard let pointer, let context = cmh_socket_context(pointer) else { return nil }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().announce(target)
                return context
            }

    /// Takes each step of a request: its head, each part of its body, and its end.
    static let access: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, context in
        guard let opaque = context?.pointee else { return cmh_no() }
        let connection = Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
        return connection.access(method: method, version: version, data: data, size: size)
    }

    /// Takes the end of a request.
    static let completed: MHD_RequestCompletedCallback = { _, _, context, _ in
        guard let context, let opaque = context.pointee else { return }
        context.pointee = nil
        Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().complete()
    }

    /// Leaves the text unchanged, because targets are decoded in Swift, segment by segment.
    static let unescape:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
            _, _, text in text.map { strlen($0) } ?? 0
        }

    /// Receives the log messages of libmicrohttpd. Most of them concern clients; see also ``LoggedRefusal``.
    static let log: MHD_LogCallback = { context, format, arguments in
        guard let context, let format, let arguments else { return }
        let serverContext = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        var buffer = [CChar](repeating: 0, count: 512)
        vsnprintf(&buffer, buffer.count, format, arguments)
        let bytes = buffer.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
        let message = String(decoding: bytes, as: UTF8.self)
        LoggedRefusal.take(message, serverContext)
        serverContext.logger.debug("libmicrohttpd: \(message)")
    }
}
