import Daemon
import Foundation
import Platform

/// The clock, which dates invoices and mails, and the locales that they are written in.
struct TimeExamination {
    let locales: [String]

    var findings: [Finding] { [clock, terminal] + locales.compactMap(formats) }

    private var clock: Finding {
        let now = SystemClock().wall.local
        if now.date < releaseDate {
            return .fault(
                "the clock says \(now.date), which is before this program was released",
                remedy: "set it: timedatectl set-ntp true")
        }
        if SystemClock.isSynchronized == false {
            return .note(
                "the clock says \(now.date) \(now.time), but is not synchronised",
                remedy: "apt-get install systemd-timesyncd; timedatectl set-ntp true")
        }
        return .fine("the clock says \(now.date) \(now.time)")
    }

    /// File names are bytes; only what is typed and shown here needs an encoding.
    private var terminal: Finding {
        let set = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in
            ThisProcess.environment(name).flatMap { $0.isEmpty ? nil : (name, $0) }
        }.first
        guard let (name, value) = set, value != "C", value != "POSIX" else {
            return .fine("no locale is set for commands; invoices have their own")
        }
        let encoding = value.lowercased().replacing("-", with: "")
        if encoding.contains("utf8") { return .fine("locale of commands: \(value)") }
        return .note(
            "\(name)=\(value) is not UTF-8: names with other letters are shown wrong",
            remedy: "\(name)=C.UTF-8, or localectl set-locale LANG=C.UTF-8")
    }

    /// Numbers and dates are written as the language does it, where it is known.
    private func formats(_ locale: String) -> Finding? {
        let language = locale.prefix { $0 != "-" }.lowercased()
        let known = Locale.availableIdentifiers.contains { $0 == language || $0.hasPrefix(language + "_") }
        return known
            ? nil
            : .note(
                "the configured locale \(locale) is not known: numbers and dates are written in English",
                remedy: "set [invoice] locale to one such as de-DE")
    }
}
