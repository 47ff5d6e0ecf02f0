// Rows speak of cells and tables: one import is enough for both.
@_exported public import CascadingTable
