// The small part of Foundation, which every module imports by this name. Apple's platforms have only the whole.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
