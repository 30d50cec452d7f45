// What nearly every test names: a test that imports TestSupport has it too.

@_exported public import Platform
@_exported public import Testing
