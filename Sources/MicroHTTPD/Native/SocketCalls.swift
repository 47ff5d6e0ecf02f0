import CMicroHTTPD
import Glibc

/// System calls on a socket that libmicrohttpd owns. None of them blocks.
enum SocketCalls {
    /// Sends the bytes that the socket accepts at once. The other bytes are lost.
    static func send(_ bytes: [UInt8], to socket: Int32) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Ends both directions. libmicrohttpd then sees the end of the stream, and closes the socket.
    static func shutDown(_ socket: Int32) {
        Glibc.shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Ends the direction to the client, after all bytes that were sent before.
    static func shutDownSending(_ socket: Int32) {
        Glibc.shutdown(socket, Int32(SHUT_WR))
    }

    /// Returns whether there are unread bytes.
    static func hasInput(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// Returns whether the client has closed its side, for sending only or in both directions.
    static func hasHungUp(_ socket: Int32, altogether: Bool) -> Bool {
        cmh_hung_up(socket) >= (altogether ? 2 : 1)
    }

    /// Replaces the file behind a descriptor with one that is never ready. The previous file is closed.
    static func replace(_ descriptor: Int32) {
        let idle = eventfd(0, Int32(EFD_CLOEXEC))
        guard idle >= 0 else { return }
        dup2(idle, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Glibc.close(idle)
    }

    static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }
}
