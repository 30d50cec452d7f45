import OSLog
import SwiftUI

let log = Logger(subsystem: "com.example.app", category: "app")

@main
struct FredApp: App {
    var body: some Scene {
        WindowGroup {
            Text(greeting(for: "Fred"))
                .onOpenURL { url in log.info("opened \(url)") }
                .onContinueUserActivity("com.example.app.open") { _ in log.info("continued") }
        }
    }
}

func greeting(for name: String) -> String {
    "Hello, \(name)!"
}
