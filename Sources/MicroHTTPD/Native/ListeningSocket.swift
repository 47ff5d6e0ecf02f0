import CMicroHTTPD
import Glibc
import HTTPMessages

/// A bound socket that listens. libmicrohttpd does not create it, because it does not report why it fails.
struct ListeningSocket: ~Copyable {
    /// The address that the socket is bound to.
    let address: BoundAddress
    private var descriptor: Int32

    /// Binds the first available address of the host. IPv4 addresses are tried before IPv6 addresses.
    ///
    /// - Throws: ``HTTPServerError`` for an unknown host, or for the last address that failed.
    init(host: String, port: Int, isSecure: Bool = false) throws {
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, String(port), &hints, &list) == 0 else {
            throw HTTPServerError(
                .hostNotFound, "Cannot listen on \"\(host)\": the name cannot be resolved. \(HTTPServerError.advice)")
        }
        defer { freeaddrinfo(list) }
        let candidates = sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { $0?.pointee }
        var failure = HTTPServerError(
            .hostNotFound, "Cannot listen on \"\(host)\": it has no IPv4 or IPv6 address. \(HTTPServerError.advice)")
        for candidate in candidates.filter({ $0.ai_family == AF_INET })
            + candidates.filter({ $0.ai_family == AF_INET6 })
        {
            do {
                descriptor = try Self.listen(candidate, host: host, port: port)
                address = BoundAddress(host: name, port: Self.port(of: descriptor), isSecure: isSecure)
                return
            } catch let error {
                failure = error
            }
        }
        throw failure
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Hands over the descriptor. The caller must close it.
    mutating func release() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    private static func listen(_ info: addrinfo, host: String, port: Int) throws(HTTPServerError) -> Int32 {
        let type = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(info.ai_family, type, info.ai_protocol)
        guard descriptor >= 0 else { throw HTTPServerError(listening: host, port, errno: errno) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        if info.ai_family == AF_INET6 {
            // "::" also accepts IPv4 connections. Other IPv6 addresses have no IPv4 form.
            var only: Int32 = host == "::" || host == "[::]" ? 0 : 1
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only, socklen_t(MemoryLayout<Int32>.size))
        }
        guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, CMicroHTTPD.listen(descriptor, SOMAXCONN) == 0
        else {
            let number = errno
            close(descriptor)
            throw HTTPServerError(listening: host, port, errno: number)
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            let status = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
            guard status == 0 else { return 0 }
            // Both address families store the port at one offset.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }
}

extension HTTPServerError {
    fileprivate init(listening host: String, _ port: Int, errno number: Int32) {
        let code: Code =
            switch number {
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL, EAFNOSUPPORT: .addressNotAvailable
            case EACCES, EPERM: .permissionDenied
            case EMFILE, ENFILE: .tooManyOpenFiles
            default: .addressNotAvailable
            }
        let place = "Cannot listen on port \(port) of \(host): "
        let message =
            switch code {
            case .addressInUse:
                "Port \(port) is already in use on \(host). Stop the other program, or choose another port; 0 picks a free one."
            case .permissionDenied:
                "\(place)permission denied. Ports below 1024 often need a privilege: choose another port."
            case .tooManyOpenFiles: "\(place)too many open files. Raise the limit with ulimit -n."
            case _ where number == EADDRNOTAVAIL: "\(place)this machine does not have the address. \(Self.advice)"
            default: "\(place)\(String(cString: strerror(number)).lowercased())."
            }
        self.init(code, message, errno: number)
    }

    fileprivate static let advice = "Use an IP address of this machine, such as 127.0.0.1."
}

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
