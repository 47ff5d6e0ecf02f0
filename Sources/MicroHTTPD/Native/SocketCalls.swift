import CMicroHTTPD
import Glibc

/// The system calls made on a socket that libmicrohttpd owns; none of them waits.
enum SocketCalls {
    /// Sends what the socket takes at once; the rest is lost.
    static func send(_ bytes: [UInt8], to socket: Int32) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Ends both directions. libmicrohttpd then finds the end of the stream and closes.
    static func shutDown(_ socket: Int32) {
        Glibc.shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Ends the direction to the client, who gets what was sent before.
    static func shutDownSending(_ socket: Int32) {
        Glibc.shutdown(socket, Int32(SHUT_WR))
    }

    /// Whether bytes have come that nobody has read.
    static func hasInput(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// Whether the client has closed its side: for sending only, or altogether.
    static func hasHungUp(_ socket: Int32, altogether: Bool) -> Bool {
        cmh_hung_up(socket) >= (altogether ? 2 : 1)
    }

    /// Puts something that is never ready into a descriptor's place; what was there before is closed.
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
