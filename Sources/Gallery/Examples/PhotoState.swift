import CascadingTable

/// The progress of a photo.
enum PhotoState: String {
    case waiting = "Waiting"
    case loading = "Loading"
    case filtering = "Filtering"
    case done = "Done"
    case failed = "Failed"
    case cancelled = "Cancelled"

    /// A progress bar while the photo is loaded or filtered, otherwise no field.
    var progress: [Field] {
        switch self {
        case .loading: [Field("Progress", .progress(0.3))]
        case .filtering: [Field("Progress", .progress(0.7))]
        case .waiting, .done, .failed, .cancelled: []
        }
    }

    /// Returns the photo with a number, or an icon for its state.
    func image(_ number: Int) -> TableViewImage {
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
