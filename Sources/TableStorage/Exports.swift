// A storage speaks of tables and index paths: one import is enough for both.
@_exported public import CascadingTable
