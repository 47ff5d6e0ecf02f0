// A manager shows a storage: one import is enough for both.
@_exported public import TableStorage
