import Bytes
import CMicroHTTPD
import Glibc
import HTTPMessages
import Logging
import Synchronization

/// The certificate of a server with its key, in PEM. They are read again when the files change.
final class TLSCertificate: Sendable {
    /// The paths of the certificate and of its key.
    private let files: Files
    private let logger: Logger
    private let state: Mutex<State>

    // @unchecked: what GnuTLS has read is never changed and never freed, because a handshake may still use it.
    private struct Certificate: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<cmh_certificate>
    }

    private typealias Files = (certificate: String, key: String)

    private struct State {
        var certificate: Certificate
        var signature: [FileTime]
        var checked: ContinuousClock.Instant
    }

    /// The identity of the content of a file, without reading it.
    private struct FileTime: Equatable {
        var device, inode, seconds, nanoseconds, size: Int

        init(_ path: String) {
            var status = stat()
            _ = stat(path, &status)
            (device, inode, size) = (Int(status.st_dev), Int(status.st_ino), Int(status.st_size))
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    /// TLS 1.2 and 1.3, with forward secrecy and authenticated encryption.
    static let priorities: StaticString =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-SHA1:-AES-128-CBC:-AES-256-CBC:-AES-128-CCM:-AES-256-CCM:-GROUP-DH-ALL"

    /// - Throws: ``HTTPServerError`` with code `unusableCertificate`.
    init(_ configuration: HTTPServer.Configuration, logger: Logger) throws(HTTPServerError) {
        guard let certificate = configuration.tlsCertificate, let key = configuration.tlsKey else {
            throw HTTPServerError(
                .unusableCertificate, "TLS needs a certificate and its key. Set both tlsCertificate and tlsKey.")
        }
        let files = (certificate, key)
        (self.files, self.logger) = (files, logger)
        let signature = Self.signature(of: files)
        state = Mutex(State(certificate: try Self.read(files), signature: signature, checked: .now))
    }

    /// Returns the certificate for a handshake. Changed files are looked for once a second; faulty ones are logged, and the
    /// certificate of before stays.
    private func current() -> Certificate {
        let (certificate, isDue) = state.locked { state in
            let now = ContinuousClock.now
            guard now - state.checked > .seconds(1) else { return (state.certificate, false) }
            state.checked = now
            return (state.certificate, true)
        }
        guard isDue else { return certificate }
        let signature = Self.signature(of: files)
        guard state.locked({ $0.signature != signature }) else { return certificate }
        do {
            let certificate = try Self.read(files)
            state.locked { ($0.certificate, $0.signature) = (certificate, signature) }
            logger.notice("Read the certificate again", metadata: ["file": "\(files.certificate)"])
            return certificate
        } catch {
            state.locked { $0.signature = signature }
            logger.error("\(error.message) The certificate of before is used on.")
            return certificate
        }
    }

    /// Chooses the certificate of the server that a connection belongs to.
    static let callback:
        @convention(c) (
            OpaquePointer?, UnsafePointer<gnutls_datum_t>?, Int32, UnsafePointer<gnutls_pk_algorithm_t>?, Int32,
            UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { session, _, _, _, _, chain, count, key in
            guard let session, let pointer = gnutls_session_get_ptr(session),
                let context = cmh_socket_context(OpaquePointer(pointer)),
                let certificate = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                    .serverContext.certificate?.current().pointer
            else { return -1 }
            chain?.pointee = UnsafeMutableRawPointer(certificate).assumingMemoryBound(to: gnutls_pcert_st.self)
            count?.pointee = certificate.pointee.count
            key?.pointee = certificate.pointee.key
            return 0
        }

    private static func signature(of files: Files) -> [FileTime] {
        [FileTime(files.certificate), FileTime(files.key)]
    }

    private static func read(
        _ files: Files
    ) throws(HTTPServerError) -> Certificate {
        let (chain, key) = (try text(files.certificate), try text(files.key))
        let certificate = UnsafeMutablePointer<cmh_certificate>.allocate(capacity: 1)
        certificate.initialize(to: cmh_certificate())
        let error = cmh_read_certificate(chain, chain.count, key, key.count, certificate)
        func failure(_ reason: String) -> HTTPServerError { HTTPServerError(.unusableCertificate, reason) }
        guard error >= 0 else {
            let reason = gnutls_strerror(error).map { String(cString: $0) } ?? "\(error)"
            throw failure("\(files.certificate) and \(files.key) are no certificate and key in PEM: \(reason)")
        }
        guard certificate.pointee.matches != 0 else {
            throw failure("The key in \(files.key) is not that of the certificate in \(files.certificate).")
        }
        let now = time(nil)
        guard certificate.pointee.begins <= now else {
            throw failure("The certificate in \(files.certificate) is not valid yet. Is the clock right?")
        }
        guard now < certificate.pointee.ends else {
            throw failure("The certificate in \(files.certificate) is over. Ask for a new one.")
        }
        return Certificate(pointer: certificate)
    }

    /// Returns the bytes of a file of at most 1 MiB.
    private static func text(_ path: String) throws(HTTPServerError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HTTPServerError(
                .unusableCertificate, "\(path) cannot be read: \(String(cString: strerror(errno))).", errno: errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }
}
