package import TableDatabase

/// The views that visitors keep in the table `public.cascade_view` of the database.
extension PostgresDatabase {
    package var views: ViewTable? {
        guard let editPool, showsAllTables, settings.isEmpty else { return nil }
        return ViewTable(in: "public") { [self] statement in
            do {
                return try await run([statement], within: configuration.queryTimeout)[0].allRows
            } catch let error as PostgresError where error.code == "42P01" {
                return nil
            }
        } write: { [self] statements in
            let transaction = try await beginEdit(in: editPool)
            let results = try await transaction.run(
                statements + [SQLStatement("COMMIT")], within: configuration.queryTimeout)
            await didChange()
            return results.dropLast().last?.allRows ?? []
        }
    }
}
