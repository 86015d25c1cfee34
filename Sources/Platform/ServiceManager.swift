internal import CSystemd

/// What systemd is told (sd_notify(3)); without systemd every call does nothing.
public enum ServiceManager {
    /// Whether systemd listens at all.
    public static var isPresent: Bool { ThisProcess.environment("NOTIFY_SOCKET") != nil }

    /// Watching: the unit is up.
    public static func ready(status: String) { notify("READY=1\nSTATUS=\(oneLine(status))") }

    public static func status(_ status: String) { notify("STATUS=\(oneLine(status))") }

    public static func stopping() { notify("STOPPING=1") }

    /// The configuration is being read again; `ready` says when that is over.
    public static func reloading() {
        notify("RELOADING=1\nMONOTONIC_USEC=\(bootlessMicroseconds)")
    }

    public static func watchdog() { notify("WATCHDOG=1") }

    /// Asks for more time to start or stop.
    public static func extendTimeout(by duration: Duration) {
        notify("EXTEND_TIMEOUT_USEC=\(duration.wholeNanoseconds / 1000)")
    }

    /// How often the watchdog wants to hear from us, or nil.
    public static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    private static func notify(_ state: String) { _ = sd_notify(0, state) }

    private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}
