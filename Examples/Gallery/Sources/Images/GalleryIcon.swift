import CascadingTable
import HTTPMessages
import HTTPTypes
import TableServer

/// Icons of actions and rows: white lines on a coloured tile, for light and dark pages.
enum GalleryIcon: String {
    case bin, cross, drop, envelope, envelopeOpen, flag, globe, hourglass, radio, retry, speaker
    case warning

    func image(_ description: String = "") -> TableViewImage {
        TableViewImage(source: "/gallery/icons/\(rawValue).svg", description: description)
    }

    static func route(in router: inout Router) {
        router.get("/gallery/icons/:name.svg") { request, parameters in
            guard let icon = parameters["name"].flatMap(GalleryIcon.init) else {
                throw HTTPError(.notFound, "There is no such icon.")
            }
            return .picture(icon.svg, for: request)
        }
    }

    private var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="\(color)"/>\
        <path d="\(lines)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>
        """
    }

    private var color: String {
        switch self {
        case .bin, .warning: "#c8322b"
        case .flag: "#c26a0c"
        case .drop, .retry: "#1d7d55"
        case .cross: "#6b7280"
        case .envelope, .globe, .radio, .speaker: "#2a68c8"
        case .envelopeOpen, .hourglass: "#8a93a3"
        }
    }

    /// The path of the icon, in a square of 32 units.
    private var lines: String {
        switch self {
        case .bin: "M8 10H24M13 10V7H19V10M10 10L11 25H21L22 10M14 14V21M18 14V21"
        case .cross: "M10 10L22 22M22 10L10 22"
        case .drop: "M16 6C12 12 9 15 9 19A7 7 0 0 0 23 19C23 15 20 12 16 6ZM13 19A3 3 0 0 0 16 22"
        case .envelope: "M7 10H25V23H7ZM7 10L16 17L25 10"
        case .envelopeOpen: "M7 13L16 7L25 13V24H7ZM7 13L16 19L25 13"
        case .flag: "M10 26V7C14 4 18 10 23 7V17C18 20 14 14 10 17"
        case .globe: "M16 7A9 9 0 0 1 16 25A9 9 0 0 1 16 7ZM7 16H25M16 7C11 12 11 20 16 25C21 20 21 12 16 7"
        case .hourglass:
            "M10 7H22M10 25H22M11 7C11 13 16 14 16 16C16 18 11 19 11 25M21 7C21 13 16 14 16 16C16 18 21 19 21 25"
        case .radio: "M8 14C12 9 20 9 24 14M11 18C14 15 18 15 21 18M16 22H16.1"
        case .retry: "M23 16A7 7 0 1 1 20.5 10.6M23 7V12H18"
        case .speaker: "M8 13H11L16 9V23L11 19H8ZM20 13C22 15 22 17 20 19"
        case .warning: "M16 7L26 24H6ZM16 13V18M16 21H16.1"
        }
    }
}
