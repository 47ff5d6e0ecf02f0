// The rows of a table are limited by an `SQLCondition`.
@_exported public import TableDatabase
