#if MariaDB
    import Testing

    @testable import TableMariaDB

    @Suite struct MariaDBAddressTests {
        @Test func passwordsAreMasked() throws {
            for (text, description) in [
                ("mysql://reader:secret@db.example/shop", "mysql://reader:***@db.example/shop"),
                (
                    "mariadb://reader@db.example:3307/shop?tls=verify",
                    "mariadb://reader@db.example:3307/shop?tls=verify"
                ),
                ("mysql://r:p%40ss@[::1]:1/shop", "mysql://r:***@[::1]:1/shop"),
                ("mysql:///shop?socket=/run/mysqld/mysqld.sock", "mysql:///shop?socket=/run/mysqld/mysqld.sock"),
            ] {
                let address = try MariaDBAddress(text)
                #expect(address.description == description && address.databaseName == "shop")
            }
        }

        /// A password that is wrongly written can be in any part of an address.
        @Test(arguments: [
            "mysql://reader:secret@db.example", "mysql://reader:secret@db.example/",
            "mysql://r:sec/ret@db.example/shop",
            "mysql://r:secret@db.example/shop?tls=no",
            "postgres://r:secret@h/shop",
            "mysql://r:secret@db.example/shop?ssl=1", "mysql://r:secret@db.example/shop/more",
            "mysql://r:secret@db.example/shop#x",
        ])
        func anInvalidAddressIsNotRepeated(text: String) throws {
            let error = #expect(throws: MariaDBError.self) { try MariaDBAddress(text) }
            #expect(error?.reason.contains("secret") == false && error?.reason.contains("mysql://USER") == true)
        }

        @Test func aRefusalIsToldWithoutThePassword() async throws {
            let address = try await MariaDBServer.shared.address
            for (other, number) in [
                (address.replacing("secret-word", with: "wrong-word"), 1_045),
                (address.replacing(/shop$/, with: "nowhere"), 1_049), ("mysql://a:secret-word@127.0.0.1:1/shop", 2_002),
            ] {
                let pool = MariaDBPool(try MariaDBAddress(other))
                let error = await failure { try await pool.rows("SELECT 1") }
                #expect(error?.number == number, "\(String(describing: error))")
                #expect(error?.description.contains("word") == false || error?.isRefusal == true)
                #expect(error.map { "\($0.message)".contains("127.0.0.1") } == false)
            }
        }

        @Test func theServerIsReachedBySocketAndTLS() async throws {
            let pool = try await MariaDBPool.shared()
            let socket = try #require(try await pool.rows("SELECT @@socket")[0][0])
            let address = MariaDBPool(try MariaDBAddress("mysql://root@localhost/shop?socket=\(socket)"))
            #expect(try await address.rows("SELECT 1") == [["1"]])
            // This server has no certificate.
            let encrypted = MariaDBPool(try MariaDBAddress(try await MariaDBServer.shared.address + "?tls=require"))
            let error = await failure { try await encrypted.rows("SELECT 1") }
            #expect(error?.number == 2_026, "\(String(describing: error))")
        }
    }
#endif
