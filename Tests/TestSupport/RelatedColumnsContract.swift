import FoundationEssentials
import HTTPTypes
public import TableTesting
import Testing

/// The columns of rows that rows refer to, or that refer to them, as every database answers them.
public enum RelatedColumnsContract {
    /// The rows in SQL that every database understands.
    public static let script = """
        CREATE TABLE countries (code VARCHAR(2) PRIMARY KEY, name VARCHAR(40));
        CREATE TABLE makers (id INTEGER PRIMARY KEY, name VARCHAR(40), country VARCHAR(2), FOREIGN KEY (country) REFERENCES countries (code));
        CREATE TABLE seats (car INTEGER NOT NULL, nr INTEGER NOT NULL, row_name VARCHAR(9), PRIMARY KEY (car, nr));
        CREATE TABLE cars (id INTEGER PRIMARY KEY, maker INTEGER, note VARCHAR(40), follows INTEGER, seat INTEGER,
            FOREIGN KEY (maker) REFERENCES makers (id), FOREIGN KEY (follows) REFERENCES cars (id),
            FOREIGN KEY (follows, seat) REFERENCES seats (car, nr));
        INSERT INTO countries VALUES ('DE', 'Germany'), ('FR', 'France'), ('SE', 'Sweden');
        INSERT INTO makers VALUES (1, 'Opel "O" & Co', 'DE'), (2, 'Renault', 'FR'), (3, 'Nobody', NULL), (4, 'Audi', 'DE');
        INSERT INTO seats VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c');
        INSERT INTO cars VALUES (1, 1, 'red', NULL, 2), (2, 2, 'blue', 1, 1), (3, NULL, 'green', 1, 2), (4, 1, 'red', 2, NULL),
            (5, 2, NULL, 2, 1), (6, 3, 'Audi', 5, NULL)
        """

    /// Queries with the table that they ask, and the lines of their answers as NDJSON.
    static let cases: [(table: String, query: String, lines: [String])] = [
        (
            "cars", "_col=id&_col=maker.name&_col=maker.country&_col=maker.country.name&id__lte=3",
            [
                #"1,"Opel \"O\" & Co","DE","Germany""#, #"2,"Renault","FR","France""#, "3,null,null,null",
            ]
        ),
        ("cars", "_col=id&maker.country.name=Germany", ["1", "4"]),
        ("cars", "_col=id&maker.name__contains=aul", ["2", "5"]),
        ("cars", "_col=id&maker.name__not=Renault", ["1", "3", "4", "6"]),
        ("cars", "_col=id&maker.name__isnull=&maker.id__isnull=", ["3"]),
        ("cars", "_col=id&_sort=maker.name&maker__notnull=", ["6", "1", "4", "2", "5"]),
        ("cars", "_col=id&_sort_desc=maker.country.name&_sort=id&maker.country__notnull=", ["1", "4", "2", "5"]),
        // The number of rows that the key refers to, and of those that refer to the row.
        ("cars", "_col=id&_col=count(maker)&id__in=1,3", ["1,1", "3,0"]),
        ("cars", "_col=id&_col=count(cars.follows)&count(cars.follows)__gte=1", ["1,2", "2,2", "5,1"]),
        (
            "makers", "_col=name&_col=count(cars.maker)&_sort_desc=count(cars.maker)&count(cars.maker)__lt=3",
            [#""Renault",2"#, #""Opel \"O\" & Co",2"#, #""Nobody",1"#, #""Audi",0"#]
        ),
        ("makers", "_col=name&count(cars.maker)=0", [#""Audi""#]),
        ("countries", "_col=code&_col=count(makers.country)&_sort=code", [#""DE",2"#, #""FR",1"#, #""SE",0"#]),
        // A key of several columns is named by its first one, which another key has before it.
        ("seats", "_col=row_name&_col=count(cars.follows)&_sort=row_name", [#""a",1"#, #""b",1"#, #""c",1"#]),
        (
            "cars", "_group=maker.country.name&_sort=count&_having=count__gt=1&_max=id",
            [#""France",2,5"#, #""Germany",2,4"#, "null,2,6"]
        ),
        ("cars", "_group=note&_distinct=maker.country&_sort=note&note__in=red,blue", [#""blue",1,1"#, #""red",2,1"#]),
        ("cars", "_group=maker.name&maker.country=DE", [#""Opel \"O\" & Co",2"#]),
        // A search finds the names that a page shows beside a key.
        ("cars", "_col=id&_search=renault", ["2", "5"]),
        ("cars", "_col=id&_search=audi", ["6"]),
        ("cars", "_col=id&_search=red+opel", ["1", "4"]),
        ("cars", "_group=note&_search=renault", [#"null,1"#, #""blue",1"#]),
        ("makers", "_col=id&_search=germ", ["1", "4"]),
        // The first rows of each value, in the order of the list, among those that match the other filters.
        ("cars", "_col=id&maker__top=1&maker__notnull=&_sort_desc=id", ["6", "5", "4"]),
        ("cars", "_col=id&maker__nottop=1&maker__notnull=", ["4", "5"]),
        ("cars", "_col=id&maker.country__top=1&maker.country__notnull=", ["1", "2"]),
        ("cars", "_col=id&_search=renault&maker__top=1", ["2"]),
        ("cars", "_col=id&note=blue&note=green&_or=1&id__top=1", ["2", "3"]),
        ("cars", "_col=id&note__top=1&maker__top=1&maker__notnull=&_sort_desc=id", ["6", "5", "4"]),
        ("cars", "_group=note&maker__top=1&maker__notnull=", [#""red",1"#, #""blue",1"#, #""Audi",1"#]),
        ("seats", "_col=row_name&car__top=1&_sort_desc=row_name", [#""c""#, #""b""#]),
    ]

    /// Checks the cases at the tables that are mounted at `/cars/` and its neighbours.
    public static func check(_ client: any TestClient) async throws {
        for (table, query, lines) in cases {
            let path = "/\(table)/table.ndjson?\(query)&_shape=arrays"
            let found = try await client.get(path).text
            let isSorted =
                query.contains("_sort") && !query.contains("sort=count") && !query.contains("sort_desc=count")
            let answered = found.split(separator: "\n").map { String($0.dropFirst().dropLast()) }
            #expect(
                isSorted ? answered == lines : answered.sorted() == lines.sorted(),
                "\(path): \(found)")
            // Pages, and the rows one after the other, are those of the file.
            if !query.contains("_group") {
                var (paged, next) = ([String](), "/\(table)/table.json?\(query)&_size=1&_shape=arrays" as String?)
                while let path = next {
                    let page = try await client.get(path)
                    #expect(page.status == 200, "\(path): \(page.text)")
                    guard page.status == 200 else { break }
                    paged.append(page.text)
                    next = page.text.firstMatch(of: /"next_url":"([^"]+)"/).map {
                        String($0.1).replacing("\\/", with: "/")
                    }
                    guard paged.count < 10 else { break }
                }
                #expect(paged.count == max(lines.count, 1), "\(path): \(paged)")
            }
            #expect(try await client.get("/\(table)/?\(query)").status == 200, "\(path)")
        }
        for name in [
            "maker.nothing", "note.name", "count(cars.note)", "count(nothing)", "maker.country.name.x", "maker.",
        ] {
            for parameter in ["_col=\(name)", "\(name)=1", "_sort=\(name)", "_group=\(name)"] {
                let answer = try await client.get("/cars/table.json?\(parameter)")
                #expect(answer.status == 400, "\(parameter): \(answer.text)")
                #expect(try await client.get("/cars/table.csv?\(parameter)").status == 400, "\(parameter)")
            }
        }
        for number in ["0", "-1", "x", "", "99999999999", "1.5"] {
            #expect(try await client.get("/cars/table.json?maker__top=\(number)").status == 400, "\(number)")
        }
        #expect(try await client.get("/cars/table.json?_group=maker&_having=count__top=1").status == 400)
        let columns = try await client.get("/cars/columns").text
        for name in ["maker.name", "maker.country", "count(maker)", "count(cars.follows)", "follows.note"] {
            #expect(columns.contains("name=\"_col\" value=\"\(name)\""), "\(name)")
        }
    }
}
