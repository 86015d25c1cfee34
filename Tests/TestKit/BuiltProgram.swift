import Foundation
import Platform

/// The program under test, and the source tree it was built from.
public enum BuiltProgram {
    /// The folder that holds Package.swift.
    public static let sourceTree: String =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path

    /// `hotpress` of the same build as the tests.
    public static let path: String =
        URL(fileURLWithPath: SharedFiles.executable).deletingLastPathComponent().appendingPathComponent("hotpress").path

    /// What a run of the program said, and how it ended.
    public struct Run: Sendable {
        public let exitCode: Int32
        public let output: [UInt8]
        /// Standard output and standard error as text.
        public let text, errors: String
    }

    /// Runs `hotpress` with these arguments, ended after half a minute. A program that a signal ended answers 128 and more.
    public static func run(_ arguments: String...) throws -> Run { try run(path, arguments) }

    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil
    ) throws -> Run {
        let command = Command(program, arguments, environment: environment)
        let outcome = try command.run(Command.Limits(time: .seconds(30), output: 64 << 20))
        let exitCode: Int32 =
            switch outcome.ending {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            }
        return Run(
            exitCode: exitCode, output: outcome.output, text: String(decoding: outcome.output, as: UTF8.self),
            errors: String(decoding: outcome.error, as: UTF8.self))
    }
}
