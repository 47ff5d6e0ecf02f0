#if MariaDB
    import CMariaDB
    import TableDatabase

    /// The rows of a statement, which the server sends while they are read.
    ///
    /// Until the last one was read, the connection can run no other statement.
    final class MariaDBRows {
        private let handle: MariaDBHandle
        private let statement: UnsafeMutablePointer<MYSQL_STMT>
        private(set) var columns: [MariaDBColumn] = []
        private(set) var isAtEnd = false
        /// The beginnings of the values of a row, their lengths, and whether they are NULL.
        private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
        private var lengths = UnsafeMutableBufferPointer<UInt>.allocate(capacity: 0)
        private var nulls = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 0)
        /// The number of bytes of a value in the buffer: enough for all numbers.
        private static let cellSize = 512

        /// Prepares a statement.
        init(_ handle: MariaDBHandle, _ statement: SQLStatement) throws(MariaDBError) {
            guard let pointer = mysql_stmt_init(handle.pointer) else { throw MariaDBError(handle.pointer) }
            (self.handle, self.statement) = (handle, pointer)
            guard mysql_stmt_prepare(pointer, statement.sql, UInt(statement.sql.utf8.count)) == 0 else { throw failure }
            guard mysql_stmt_param_count(pointer) == UInt(statement.arguments.count) else {
                throw MariaDBError(1_210, reason: "the statement has places for other arguments")
            }
            readColumns()
        }

        deinit {
            mysql_stmt_close(statement)
            buffer.deallocate()
            lengths.deallocate()
            nulls.deallocate()
        }

        private func readColumns() {
            guard let fields = mysql_stmt_result_metadata(statement) else { return }
            columns = (0..<Int(mysql_num_fields(fields))).map { MariaDBColumn(mysql_fetch_fields(fields)[$0]) }
            mysql_free_result(fields)
        }

        /// The latest error. One that the server sends between rows is that of the connection.
        private var failure: MariaDBError {
            let number = mysql_stmt_errno(statement)
            guard number != 0 else { return MariaDBError(handle.pointer) }
            return MariaDBError(number, reason: String(cString: mysql_stmt_error(statement)))
        }

        /// Runs the statement.
        func execute(_ arguments: [SQLValue]) throws(MariaDBError) {
            let texts = UnsafeMutableRawBufferPointer.allocate(
                byteCount: arguments.reduce(0) { $0 + $1.byteCount }, alignment: 8)
            defer { texts.deallocate() }
            var rest = texts[...]
            var binds = arguments.map { $0.bind(&rest) }
            guard mysql_stmt_bind_param(statement, &binds) == 0, mysql_stmt_execute(statement) == 0 else {
                throw failure
            }
            // The types of arguments are not known before.
            readColumns()
            guard !columns.isEmpty else {
                isAtEnd = true
                return
            }
            buffer.deallocate()
            lengths.deallocate()
            nulls.deallocate()
            buffer = .allocate(capacity: columns.count * Self.cellSize)
            lengths = .allocate(capacity: columns.count)
            nulls = .allocate(capacity: columns.count)
            var results = columns.indices.map { column in
                var bind = MYSQL_BIND()
                bind.buffer_type = MYSQL_TYPE_STRING
                bind.buffer = buffer.baseAddress.map { UnsafeMutableRawPointer($0 + column * Self.cellSize) }
                bind.buffer_length = UInt(Self.cellSize)
                bind.length = lengths.baseAddress.map { $0 + column }
                bind.is_null = nulls.baseAddress.map { $0 + column }
                return bind
            }
            guard mysql_stmt_bind_result(statement, &results) == 0 else { throw failure }
        }

        /// Returns the next rows.
        func next(_ limit: Int) throws(MariaDBError) -> MariaDBResult {
            var (bytes, lengths): ([UInt8], [Int]) = ([], [])
            var count = 0
            while count < limit, !isAtEnd {
                switch mysql_stmt_fetch(statement) {
                case 0, MYSQL_DATA_TRUNCATED:
                    for column in columns.indices { lengths.append(try appendValue(of: column, to: &bytes)) }
                    count += 1
                case MYSQL_NO_DATA: isAtEnd = true
                default: throw failure
                }
            }
            return MariaDBResult(columns, bytes, lengths)
        }

        /// Appends a value of the row, and returns its length; -1 for NULL.
        private func appendValue(of column: Int, to bytes: inout [UInt8]) throws(MariaDBError) -> Int {
            guard nulls[column] == 0 else { return -1 }
            let (start, length) = (bytes.count, Int(lengths[column]))
            if length <= Self.cellSize {
                bytes += buffer[column * Self.cellSize..<column * Self.cellSize + length]
            } else {
                bytes.append(contentsOf: repeatElement(0, count: length))
                var bind = MYSQL_BIND()
                bind.buffer_type = MYSQL_TYPE_STRING
                bind.buffer_length = UInt(length)
                let isRead = bytes.withUnsafeMutableBytes { bytes in
                    bind.buffer = bytes.baseAddress.map { $0 + start }
                    return mysql_stmt_fetch_column(statement, &bind, UInt32(column), 0) == 0
                }
                guard isRead else { throw failure }
            }
            columns[column].normalize(&bytes, from: start)
            return bytes.count - start
        }
    }

    extension SQLValue {
        /// The number of bytes of an argument, so that the next one is aligned.
        fileprivate var byteCount: Int {
            switch self {
            case .null: 0
            case .integer, .real: 8
            case .text(let bytes), .blob(let bytes): (bytes.count + 7) & ~7
            }
        }

        /// Returns the value as libmariadb reads an argument.
        ///
        /// - Parameter memory: The memory that the value is written to. What remains is for the next values.
        fileprivate func bind(_ memory: inout Slice<UnsafeMutableRawBufferPointer>) -> MYSQL_BIND {
            var bind = MYSQL_BIND()
            let place = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(byteCount))
            memory = memory.dropFirst(byteCount)
            bind.buffer = place.baseAddress
            switch self {
            case .null: bind.buffer_type = MYSQL_TYPE_NULL
            case .integer(let number):
                bind.buffer_type = MYSQL_TYPE_LONGLONG
                place.storeBytes(of: number, as: Int64.self)
            case .real(let number):
                bind.buffer_type = MYSQL_TYPE_DOUBLE
                place.storeBytes(of: number, as: Double.self)
            case .text(let bytes), .blob(let bytes):
                bind.buffer_type = if case .text = self { MYSQL_TYPE_STRING } else { MYSQL_TYPE_BLOB }
                bind.buffer_length = UInt(bytes.count)
                place.copyBytes(from: bytes)
            }
            return bind
        }
    }
#endif
