import Intents

final class IntentHandler: INExtension, INSendMessageIntentHandling {
    func handle(intent: INSendMessageIntent) async -> INSendMessageIntentResponse {
        let activity = NSUserActivity(activityType: "com.example.app.open")
        return INSendMessageIntentResponse(code: .success, userActivity: activity)
    }
}
