import XCTest

@testable import Fred

final class FredTests: XCTestCase {
    func testGreeting() {
        XCTAssertEqual(greeting(for: "Fred"), "Hello, Fred!")
    }

    func testBundleIdentifier() {
        XCTAssertEqual(Bundle.main.bundleIdentifier, "com.example.app")
    }
}
