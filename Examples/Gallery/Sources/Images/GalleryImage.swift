import CascadingTable
import HTTPMessages
import HTTPTypes
import TableServer

/// The pictures of the examples. Each is drawn from its kind and a number.
enum GalleryImage: String {
    /// Hills under a sky.
    case landscape
    /// Streets, a river and a pin.
    case map
    /// A face in a circle.
    case face
    /// A cup.
    case cup
    /// Hills under a sky, in brown.
    case sepia

    func image(_ number: Int, _ description: String = "") -> TableViewImage {
        TableViewImage(source: "/gallery/images/\(rawValue)/\(number).svg", description: description)
    }

    /// Adds the route of all pictures.
    static func route(in router: inout Router) {
        router.get("/gallery/images/:kind/:number.svg") { request, parameters in
            guard let kind = parameters["kind"].flatMap(GalleryImage.init) else {
                throw HTTPError(.notFound, "There is no such picture.")
            }
            return .picture(kind.svg(try parameters.index("number")), for: request)
        }
    }

    private func svg(_ number: Int) -> String {
        let seed = number % 360
        let drawing =
            switch self {
            case .landscape:
                Self.hills(
                    sky: Self.hue(seed * 47, 62, 78), land: { Self.hue(seed * 47 + 110, 34, 62 - $0 * 14) }, seed)
            case .sepia: Self.hills(sky: "hsl(40 30% 82%)", land: { "hsl(35 22% \(60 - $0 * 14)%)" }, seed)
            case .map: Self.streets(seed)
            case .face: Self.face(seed)
            case .cup: Self.cup(seed)
            }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 240\">\(drawing)</svg>"
    }

    private static func hue(_ degrees: Int, _ saturation: Int, _ lightness: Int) -> String {
        "hsl(\(degrees % 360) \(saturation)% \(lightness)%)"
    }

    private static func hills(sky: String, land: (Int) -> String, _ seed: Int) -> String {
        let sun = 40 + seed * 53 % 240
        let ridges = (0..<3).map { ridge -> String in
            let height = 110 + ridge * 38
            let first = height - 30 - seed * (ridge + 3) % 40
            let second = height - 20 - seed * (ridge + 7) % 50
            return
                "<path d=\"M0 \(height)C80 \(first) 150 \(height + 24) 210 \(second)S300 \(first) 320 \(height)V240H0Z\" fill=\"\(land(ridge))\"/>"
        }
        return
            "<rect width=\"320\" height=\"240\" fill=\"\(sky)\"/><circle cx=\"\(sun)\" cy=\"62\" r=\"26\" fill=\"#fff\" opacity=\".75\"/>"
            + ridges.joined()
    }

    private static func streets(_ seed: Int) -> String {
        let streets = (0..<6).map { "M\(20 + $0 * 56 + seed % 17) 0V240M0 \(16 + $0 * 44 + seed % 13)H320" }.joined()
        return """
            <rect width="320" height="240" fill="#eceade"/><path d="M0 190C90 150 120 230 200 186S300 120 320 150V206C280 190 250 230 190 226S80 200 0 236Z" fill="#a9cfe6"/>\
            <rect x="34" y="60" width="66" height="60" rx="6" fill="#c4dfb4"/><path d="\(streets)" stroke="#fff" stroke-width="7" fill="none"/>\
            <path d="M160 132c-22-28-30-40-30-54a30 30 0 0 1 60 0c0 14-8 26-30 54Z" fill="#d2362d"/><circle cx="160" cy="78" r="11" fill="#fff"/>
            """
    }

    private static func face(_ seed: Int) -> String {
        """
        <rect width="320" height="240" fill="\(hue(seed * 83, 45, 78))"/><path d="M60 240c0-60 46-84 100-84s100 24 100 84Z" fill="\(hue(seed * 83 + 40, 45, 45))"/>\
        <circle cx="160" cy="100" r="56" fill="\(hue(24 + seed % 12, 48, 72 - seed * 13 % 40))"/><circle cx="140" cy="96" r="6"/><circle cx="180" cy="96" r="6"/>\
        <path d="M138 122q22 20 44 0" stroke="#000" stroke-width="5" fill="none" stroke-linecap="round"/>
        """
    }

    private static func cup(_ seed: Int) -> String {
        """
        <rect width="320" height="240" fill="\(hue(seed * 29, 40, 86))"/><path d="M90 96h116v52a44 44 0 0 1-44 44h-28a44 44 0 0 1-44-44Z" fill="\(hue(seed * 29 + 180, 40, 45))"/>\
        <path d="M206 112h16a22 22 0 0 1 0 44h-18" stroke="\(hue(seed * 29 + 180, 40, 45))" stroke-width="12" fill="none"/>\
        <path d="M124 76q-12-14 0-28t0-28M160 76q-12-14 0-28t0-28" stroke="#fff" stroke-width="7" fill="none" stroke-linecap="round"/>
        """
    }
}

extension Response {
    /// Returns a drawing that browsers cache for one day. It never changes while the process runs.
    static func picture(_ svg: String, for request: Request) -> Response {
        var headers: HTTPFields = [
            .cacheControl: "public, max-age=86400", .eTag: "\"\(version)\"",
        ]
        guard request.header(.ifNoneMatch) != headers[.eTag] else {
            return .status(.notModified, headers: headers)
        }
        headers[.contentType] = "image/svg+xml"
        return Response(headers: headers, body: .bytes(Array(svg.utf8)))
    }

    /// A random entity tag for each process, because the next process may be a later release.
    private static let version = String(UInt64.random(in: .min ... .max), radix: 36)
}
