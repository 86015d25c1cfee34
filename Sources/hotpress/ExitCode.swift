/// What the process answers its caller: the codes of `<sysexits.h>`.
struct ExitCode: RawRepresentable, Hashable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    /// EX_USAGE: the command line is wrong.
    static let usage = ExitCode(rawValue: 64)
    /// EX_DATAERR: an input was read and refused.
    static let badData = ExitCode(rawValue: 65)
    /// EX_NOINPUT: an input cannot be opened.
    static let noInput = ExitCode(rawValue: 66)
    /// EX_CANTCREAT: an output cannot be made.
    static let cannotCreate = ExitCode(rawValue: 73)
    /// EX_IOERR: reading or writing failed half-way.
    static let inputOutput = ExitCode(rawValue: 74)
    /// EX_TEMPFAIL: not now; the same again may succeed later.
    static let tryAgain = ExitCode(rawValue: 75)
    /// EX_CONFIG: the configuration or the machine is not set up right.
    static let configuration = ExitCode(rawValue: 78)
}
