#if MariaDB
    import CLibrary
    import CMariaDB
    import Essentials

    /// The address of a database: `mysql://USER:PASSWORD@HOST:PORT/DATABASE`.
    struct MariaDBAddress: Sendable, CustomStringConvertible {
        /// The address with its password.
        let text: String
        /// The address, with asterisks in place of the password.
        let description: String
        /// The address, with an asterisk in place of each byte of the password.
        let masked: String
        let databaseName: String
        private let host: String?
        private let port: UInt32
        private let user: String?
        private let password: String?
        private let socket: String?
        private let security: Security?

        /// How connections are encrypted.
        private enum Security: String {
            /// The connection is encrypted, whatever the server's certificate.
            case require
            /// The server's certificate is checked too.
            case verify
        }

        /// Creates an address.
        ///
        /// - Throws: An error without the text, because a password that is wrongly written can be in any part of it.
        init(_ text: String) throws(MariaDBError) {
            let invalid = MariaDBError(
                2_005,
                reason:
                    "the address of the database is invalid. Write mysql://USER:PASSWORD@HOST:PORT/DATABASE, and special characters of a password as % with two hexadecimal digits. After it, ?socket=PATH, ?tls=require and ?tls=verify are possible"
            )
            guard var parts = URLComponents(string: text), ["mysql", "mariadb"].contains(parts.scheme?.lowercased()),
                parts.fragment == nil, parts.path.hasPrefix("/")
            else { throw invalid }
            databaseName = String(parts.path.dropFirst())
            guard !databaseName.isEmpty, !databaseName.contains("/"), !databaseName.contains("@") else { throw invalid }
            var options: [String: String] = [:]
            for item in parts.queryItems ?? [] { options[item.name] = item.value ?? "" }
            socket = options.removeValue(forKey: "socket")
            let tls = options.removeValue(forKey: "tls")
            security = tls.flatMap(Security.init)
            guard options.isEmpty, tls == nil || security != nil else { throw invalid }
            self.text = text
            (host, user, password) = (parts.host.flatMap { $0.isEmpty ? nil : $0 }, parts.user, parts.password)
            port = UInt32(clamping: parts.port ?? 0)
            let secret = parts.percentEncodedPassword
            if password != nil { parts.password = "***" }
            description = parts.string ?? ""
            if let count = secret?.utf8.count { parts.percentEncodedPassword = String(repeating: "*", count: count) }
            masked = parts.string ?? ""
        }

        /// Opens a connection and blocks meanwhile.
        ///
        /// Parts that the address leaves out come from the group `client` of `~/.my.cnf`.
        func open() throws(MariaDBError) -> MariaDBHandle {
            guard let pointer = mysql_init(nil) else { throw MariaDBError(2_008, reason: "out of memory") }
            let handle = MariaDBHandle(owning: pointer)
            var (timeout, no, yes): (CUnsignedInt, CUnsignedInt, CChar) = (2, 0, 1)
            mysql_options(pointer, MYSQL_OPT_CONNECT_TIMEOUT, &timeout)
            mysql_options(pointer, MYSQL_READ_DEFAULT_GROUP, "client")
            // Otherwise a server could ask for the files of this machine.
            mysql_options(pointer, MYSQL_OPT_LOCAL_INFILE, &no)
            if security != nil { mysql_options(pointer, MYSQL_OPT_SSL_ENFORCE, &yes) }
            if security == .verify { mysql_options(pointer, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &yes) }
            guard mysql_real_connect(pointer, host, user, password, databaseName, port, socket, 0) != nil,
                mysql_set_character_set(pointer, "utf8mb4") == 0
            else { throw MariaDBError(pointer) }
            // Some versions of libmariadb go on without encryption.
            guard security == nil || mysql_get_ssl_cipher(pointer) != nil else {
                throw MariaDBError(2_026, reason: "the server does not encrypt connections")
            }
            cmariadb_watch_server(pointer)
            return handle
        }
    }
#endif
