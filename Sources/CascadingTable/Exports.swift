// Delegates use `IndexPath` and `Date`. With this export, `import CascadingTable` is enough for both.
@_exported public import Essentials
@_exported public import LocalizedMessages
