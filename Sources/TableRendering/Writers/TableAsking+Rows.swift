import CascadingTable

/// Rows, each taken over or asked for.
extension TableAsking {
    /// - Parameter hasKnownNames: whether every row so far has the name that the source has at its place.
    /// - Returns: the rows that are taken over.
    func askForRows(
        of part: TableWindow.Section, line: Int?, _ questions: SectionQuestions, answers: KnownAnswers?,
        into rows: AskedRows, hasKnownNames: inout Bool
    ) -> [AskedPage.Run] {
        let count = tableView.numberOfRows(inSection: part.section)
        let height = questions.heightForEveryRow
        let known = reuse?.rows(of: part, line: line)
        let before = source?.section(of: part)?.outline.names
        var runs: [AskedPage.Run] = []
        var place = 0
        tableView.beginRows()
        while place < part.rows.count {
            if let known, let reuse, let run = reuse.run(from: place, of: part, in: known, for: visitor) {
                runs.append(.init(place: rows.count, section: known.section, rows: run))
                place += run.count
                continue
            }
            let row = part.row(at: place)
            if row < count {
                if let answers, let known = answers.answers(ofRow: row) {
                    parts.take(known.answers, named: known.name, of: questions, into: rows)
                } else {
                    parts.ask(
                        questions.row(row), of: .init(section: part.section, row: row), height: height, into: rows)
                }
                if hasKnownNames, let before {
                    hasKnownNames = place < before.count && before[place] == rows.names[rows.count - 1]
                } else {
                    hasKnownNames = false
                }
            }
            place += 1
        }
        tableView.endRows()
        return runs
    }
}
