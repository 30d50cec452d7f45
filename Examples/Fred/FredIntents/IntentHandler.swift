import Intents

final class IntentHandler: INExtension, INSendMessageIntentHandling {
    func handle(intent: INSendMessageIntent) async -> INSendMessageIntentResponse {
        let activity = NSUserActivity(activityType: "com.blah.user-thing.open")
        return INSendMessageIntentResponse(code: .success, userActivity: activity)
    }
}
