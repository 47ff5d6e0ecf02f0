/// A place with the reviews of its guests.
struct Place: Sendable {
    var name: String
    var summary: String
    var address: String
    var telephone: String
    var hours: String
    /// The numbers of the place's pictures.
    var pictures: (landscape: Int, map: Int)
    var reviews: [Review]

    struct Review: Sendable {
        var author: String
        var stars: Int
        var text: String
    }

    /// The mean of all stars; nil without reviews.
    var rating: Double? {
        reviews.isEmpty ? nil : Double(reviews.reduce(0) { $0 + $1.stars }) / Double(reviews.count)
    }

    static let lantern = Place(
        name: "The Lantern", summary: "A café in a lighthouse that was moved here stone by stone.",
        address: "Mole 3, Old Harbour", telephone: "+49 40 555 010", hours: "Tuesday to Sunday, 9 to 18",
        pictures: (5, 3),
        reviews: [
            Review(author: "Ada", stars: 5, text: "The cinnamon rolls are worth the walk along the quay."),
            Review(author: "Bela", stars: 4, text: "Loud at noon, lovely at nine."),
            Review(author: "Chidi", stars: 5, text: "I came for the view. I stayed for the soup."),
            Review(author: "Dora", stars: 3, text: "Good coffee, but bring time."),
            Review(author: "Emre", stars: 5, text: "They remember how you take your tea."),
            Review(author: "Freya", stars: 4, text: "Dogs are welcome, and get water first."),
            Review(author: "Goro", stars: 4, text: "Sit outside when the ferries come in."),
            Review(author: "Hana", stars: 2, text: "It was closed for a wedding, without a notice."),
        ])

    /// A new place without reviews.
    static let netLoft = Place(
        name: "The Net Loft", summary: "A bakery above the boats. It opened this week.",
        address: "Mole 1, Old Harbour", telephone: "+49 40 555 011", hours: "Every day, 7 to 12",
        pictures: (17, 12), reviews: [])
}
