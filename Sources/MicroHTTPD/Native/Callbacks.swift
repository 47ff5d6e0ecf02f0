import CMicroHTTPD
import Glibc
import Logging

/// The functions that libmicrohttpd calls, from any of its threads.
///
/// They close over nothing: the serverContext comes with each call, and a connection is found in its socket's context, where
/// it is retained when it opens and released when it closes, both in ``connection``.
enum Callbacks {
    /// Somebody wants to connect.
    static let accept: MHD_AcceptPolicyCallback = { context, address, _ in
        guard let context else { return cmh_no() }
        let serverContext = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        return serverContext.connections.hasPlace(for: address, serverContext.configuration) ? cmh_yes() : cmh_no()
    }

    /// A connection was opened or is about to be closed.
    static let connection: MHD_NotifyConnectionCallback = { context, pointer, slot, event in
        guard let context, let pointer, let slot else { return }
        if cmh_is_opening(event) != 0 {
            let serverContext = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
            let connection = Connection(pointer, serverContext: serverContext)
            slot.pointee = Unmanaged.passRetained(connection).toOpaque()
            if serverContext.connections.insert(connection) { serverContext.reaperWakeup.signal() }
        } else {
            guard let opaque = slot.pointee else { return }
            slot.pointee = nil
            let connection = Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue()
            connection.close()
            if connection.serverContext.connections.remove(connection) { connection.serverContext.drained.signal() }
        }
    }

    /// A request line has come. What this returns is the request's context in the callbacks below.
    static let target:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
            -> UnsafeMutableRawPointer? = { _, target, pointer in
                guard let pointer, let context = cmh_socket_context(pointer) else { return nil }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().announce(target)
                return context
            }

    /// A request goes on.
    static let access: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, context in
        guard let opaque = context?.pointee else { return cmh_no() }
        let connection = Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
        return connection.access(method: method, version: version, data: data, size: size)
    }

    /// A request is over.
    static let completed: MHD_RequestCompletedCallback = { _, _, context, _ in
        guard let context, let opaque = context.pointee else { return }
        context.pointee = nil
        Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().complete()
    }

    /// Leaves text as it is: targets are decoded in Swift, segment by segment.
    static let unescape:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
            _, _, text in text.map { strlen($0) } ?? 0
        }

    /// libmicrohttpd's own messages, which tell of clients more than of faults; see also ``LoggedRefusal``.
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
