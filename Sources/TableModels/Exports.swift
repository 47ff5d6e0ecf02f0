// A table of models is a manager: one import is enough for both.
@_exported public import TableManagers
