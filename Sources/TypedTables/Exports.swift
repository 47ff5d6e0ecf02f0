// A table is made of rows and mounted on a server: one import is enough for all.
@_exported public import CascadingTable
@_exported public import TableServer
