import HTTPTypes
package import TableTesting
import Testing

/// Checks answers with all rows of a table, while a writer changes some of them.
///
/// Each row has a text such as `k17k`, which stands in every format.
package enum WholeTables {
    /// Asks for all rows in several formats. An answer with status 200 has each row that stays. No entity tag stands for two
    /// bodies.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - base: The path of the table, ending in a slash.
    ///   - queries: The queries of the addresses, with `?`.
    ///   - walks: Whether pages of JSON are followed, too.
    ///   - staying: The numbers of the rows that the writer never touches.
    ///   - change: Makes the change of a number.
    package static func check(
        _ client: any TestClient, at base: String, queries: [String] = [""], walks: Bool = true, staying: Set<Int>,
        change: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let writer = Task {
            for number in 0... {
                if Task.isCancelled { break }
                do { try await change(number) } catch  where Task.isCancelled { break }
                try? await Task.sleep(for: .milliseconds(3))
            }
        }
        // Another visitor shows newer states of the table while a file is made.
        let reader = Task {
            while !Task.isCancelled {
                _ = try? await client.get("\(base)table.json?_size=1")
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        var bodies: [String: String] = [:]
        var whole: [String: Int] = [:]
        for query in queries {
            for format in ["csv", "ndjson", "md", "txt", "json"].dropLast(walks ? 0 : 1) {
                let start = "\(base)table.\(format)\(query)"
                for _ in 0..<6 {
                    guard let text = try? await all(from: start, of: client, into: &bodies) else { continue }
                    whole[format, default: 0] += 1
                    let found = Set(text.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.compactMap(number))
                    let missing = staying.subtracting(found).count
                    #expect(missing == 0, "\(start): \(missing) of \(staying.count) rows are missing")
                }
            }
        }
        reader.cancel()
        await reader.value
        writer.cancel()
        try await writer.value
        for format in ["csv", "ndjson"] { #expect(whole[format, default: 0] > 0, "\(format) is never whole") }
    }

    /// Returns the body of a file, or those of all pages of JSON. Throws if it breaks off or is refused.
    private static func all(
        from start: String, of client: any TestClient, into bodies: inout [String: String]
    ) async throws -> String {
        guard start.contains(".json") else { return try await body(start, of: client, into: &bodies) }
        var (text, next) = ("", "\(start)\(start.contains("?") ? "&" : "?")_size=max" as String?)
        while let url = next {
            let page = try await body(url, of: client, into: &bodies)
            text += page
            next = page.firstMatch(of: /"next_url":"([^"]*)"/).map { String($0.output.1) }
        }
        return text
    }

    private static func body(
        _ url: String, of client: any TestClient, into bodies: inout [String: String]
    ) async throws -> String {
        let answer = try await client.get(url)
        guard answer.status == 200 else { throw Refused() }
        if let tag = answer.headers[.eTag] {
            let known = bodies.updateValue(answer.text, forKey: url + tag)
            #expect(known == nil || known == answer.text, "\(url): one entity tag, two bodies")
        }
        return answer.text
    }

    private struct Refused: Error {}

    private static func number(of token: Substring) -> Int? {
        token.first == "k" && token.last == "k" ? Int(token.dropFirst().dropLast()) : nil
    }
}
