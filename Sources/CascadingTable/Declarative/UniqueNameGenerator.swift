/// A generator of unique names. It appends a number to a name that is already in use.
struct UniqueNameGenerator {
    private var taken: Set<String> = []
    private var counts: [String: Int] = [:]

    mutating func name(_ wanted: String) -> String {
        var name = wanted
        while !taken.insert(name).inserted {
            counts[wanted, default: 1] += 1
            name = "\(wanted)-\(counts[wanted, default: 1])"
        }
        return name
    }
}
