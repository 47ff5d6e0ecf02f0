import CascadingTable

/// How far a photo is.
enum PhotoState: String {
    case waiting = "Waiting"
    case loading = "Loading"
    case filtering = "Filtering"
    case done = "Done"
    case failed = "Failed"
    case cancelled = "Cancelled"

    /// A bar, while there is work going on.
    var progress: [Field] {
        switch self {
        case .loading: [Field("Progress", .progress(0.3))]
        case .filtering: [Field("Progress", .progress(0.7))]
        case .waiting, .done, .failed, .cancelled: []
        }
    }

    /// What stands for the photo of that number.
    func image(_ number: Int) -> Image {
        var image =
            switch self {
            case .waiting, .loading: GalleryIcon.hourglass.image()
            case .filtering: GalleryImage.landscape.image(number)
            case .done: GalleryImage.sepia.image(number)
            case .failed: GalleryIcon.warning.image()
            case .cancelled: GalleryIcon.cross.image()
            }
        image.size = .medium
        return image
    }
}
