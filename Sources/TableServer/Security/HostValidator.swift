import Foundation
import HTTPMessages
import HTTPTypes

/// Refuses requests for unknown host names.
///
/// With DNS rebinding, a page of another site reaches a server on loopback through a host name that the site controls.
struct HostValidator: Sendable {
    private let names: Set<String>
    /// The allowed names without a colon, as bytes.
    private let plainNames: [[UInt8]]
    private let allowsAddresses: Bool

    init(_ configuration: TableServer.Configuration) {
        let host = configuration.http.host
        names = Set(
            (["localhost", "127.0.0.1", "::1", host] + configuration.allowedHosts)
                .map { Self.name(in: Self.ascii($0)) })
        plainNames = names.map { Array($0.utf8) }.filter { !$0.contains(UInt8(ascii: ":")) }
        // A host name can be rebound to this machine, a numeric address cannot.
        allowsAddresses = configuration.allowsAnyone || configuration.hasSignIn
    }

    func check(_ request: Request) throws {
        guard let authority = request.authority, !isPlainlyAllowed(authority) else { return }
        let name = Self.name(in: authority)
        guard names.contains(name) || allowsAddresses && IPNetwork.isAddress(name) else {
            throw ProblemDetails(
                .forbidden,
                """
                Requests for the host "\(name)" are not allowed. To allow them, start the server with \
                --allowed-host \(name) (in Swift: allowedHosts).
                """)
        }
    }

    /// Returns whether the authority is an allowed name, with or without a port. This fast path covers most requests.
    private func isPlainlyAllowed(_ authority: String) -> Bool {
        var authority = authority
        return authority.withUTF8 { authority in
            let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.count
            let name = authority[..<end]
            return authority[end...].dropFirst().allSatisfy { (0x30...0x39).contains($0) }
                && plainNames.contains { $0.count == name.count && $0.elementsEqual(name) }
        }
    }

    /// Returns a host name in the form that clients send: `xn--bcher-kva.example` for `bücher.example` (IDNA).
    static func ascii(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        // The property `host` of a URL has the other form in some versions of Foundation.
        guard let text = URL(string: "http://\(name)/")?.absoluteString, text.utf8.allSatisfy({ $0 < 0x80 }),
            !text.contains("%")
        else { return name }
        return String(text.dropFirst("http://".count).dropLast())
    }

    /// Returns the host of an authority in lower case, without its port, brackets and trailing dot.
    ///
    /// An invalid authority is returned whole, so that it never equals an allowed host.
    static func name(in authority: String) -> String {
        var name = authority.lowercased()[...].utf8
        let colon = UInt8(ascii: ":")
        if let last = name.lastIndex(of: colon),
            name[..<last].last == UInt8(ascii: "]") || name.firstIndex(of: colon) == last,
            name[last...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        {
            name = name[..<last]
        }
        if name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]"), name.contains(colon) {
            name = name.dropFirst().dropLast()
        } else if name.last == UInt8(ascii: ".") {
            name = name.dropLast()
        }
        return String(Substring(name))
    }
}
