import Foundation
import HTTPTypes
import Logging
import MicroHTTPD
import ServiceLifecycle

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A moon as the service tells of it.
struct Moon: Codable, Sendable, Hashable {
    var name: String
    var planet: String
    /// The mean radius in kilometres.
    var radius: Double
    /// The year of its discovery and who made it; nil for ours.
    var discovered: Int?
    var discoverer: String?
}

/// A service on a port of its own that knows the large moons and answers in JSON; each third time it is out of order.
final class MoonsService: Service, Sendable {
    static let shared = MoonsService()
    private let server: HTTPServer

    private init() {
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        server = HTTPServer(configuration: configuration, logger: Logger(label: "MoonsService")) { request in
            switch request.path {
            case "/moons": .response(.json(Array(try JSONEncoder().encode(Moon.all))))
            case "/broken": throw HTTPError(.serviceUnavailable, "The telescope is closed when it rains.")
            default: throw HTTPError(.notFound, "There is nothing at \(request.path).")
            }
        }
    }

    func run() async throws {
        try server.start()
        try? await gracefulShutdown()
        await server.stop()
    }

    /// Asks the service over HTTP.
    func moons(isBroken: Bool = false) async throws -> [Moon] {
        let address = try await server.waitUntilListening()
        guard let url = URL(string: "http://\(address)/\(isBroken ? "broken" : "moons")") else { return [] }
        let (data, response) = try await URLSession.shared.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw MoonsError(description: String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
        }
        return try JSONDecoder().decode([Moon].self, from: data)
    }
}

struct MoonsError: Error, CustomStringConvertible {
    let description: String
}

extension Moon {
    /// Mean radii and discoveries as the IAU and the NASA fact sheets give them.
    static let all = [
        Moon(name: "Moon", planet: "Earth", radius: 1737.4),
        Moon(name: "Phobos", planet: "Mars", radius: 11.1, discovered: 1877, discoverer: "Asaph Hall"),
        Moon(name: "Deimos", planet: "Mars", radius: 6.2, discovered: 1877, discoverer: "Asaph Hall"),
        Moon(name: "Io", planet: "Jupiter", radius: 1821.6, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Europa", planet: "Jupiter", radius: 1560.8, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Ganymede", planet: "Jupiter", radius: 2634.1, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Callisto", planet: "Jupiter", radius: 2410.3, discovered: 1610, discoverer: "Galileo Galilei"),
        Moon(name: "Mimas", planet: "Saturn", radius: 198.2, discovered: 1789, discoverer: "William Herschel"),
        Moon(name: "Enceladus", planet: "Saturn", radius: 252.1, discovered: 1789, discoverer: "William Herschel"),
        Moon(name: "Tethys", planet: "Saturn", radius: 531.1, discovered: 1684, discoverer: "Giovanni Cassini"),
        Moon(name: "Dione", planet: "Saturn", radius: 561.4, discovered: 1684, discoverer: "Giovanni Cassini"),
        Moon(name: "Rhea", planet: "Saturn", radius: 763.8, discovered: 1672, discoverer: "Giovanni Cassini"),
        Moon(name: "Titan", planet: "Saturn", radius: 2574.7, discovered: 1655, discoverer: "Christiaan Huygens"),
        Moon(name: "Iapetus", planet: "Saturn", radius: 734.5, discovered: 1671, discoverer: "Giovanni Cassini"),
        Moon(name: "Miranda", planet: "Uranus", radius: 235.8, discovered: 1948, discoverer: "Gerard Kuiper"),
        Moon(name: "Ariel", planet: "Uranus", radius: 578.9, discovered: 1851, discoverer: "William Lassell"),
        Moon(name: "Umbriel", planet: "Uranus", radius: 584.7, discovered: 1851, discoverer: "William Lassell"),
        Moon(name: "Titania", planet: "Uranus", radius: 788.4, discovered: 1787, discoverer: "William Herschel"),
        Moon(name: "Oberon", planet: "Uranus", radius: 761.4, discovered: 1787, discoverer: "William Herschel"),
        Moon(name: "Triton", planet: "Neptune", radius: 1353.4, discovered: 1846, discoverer: "William Lassell"),
        Moon(name: "Charon", planet: "Pluto", radius: 606.0, discovered: 1978, discoverer: "James Christy"),
    ]
}
