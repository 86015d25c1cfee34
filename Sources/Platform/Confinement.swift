internal import CSystemd
internal import Glibc

/// What a worker process gives up before it looks at anybody's file.
public enum Confinement {
    /// Writes no file and no core, opens no socket, starts no program, gains no rights. What is open stays open.
    ///
    /// - Returns: what this kernel does not let a process give up; empty where it lets everything.
    public static func enter() throws(SystemError) -> [String] {
        try check("prctl") { hotpress_no_core_files() }
        try check("prctl") { hotpress_no_new_privileges() }
        var missing: [String] = []
        if hotpress_forbid_writing() < 0 { missing.append("Landlock") }
        if hotpress_forbid_reaching_out() < 0 { missing.append("seccomp") }
        return missing
    }

    /// Limits the address space from now on; 0 lifts the limit. What was limited by others stays so.
    public static func limitMemory(to bytes: Int) throws(SystemError) {
        let limit = bytes > 0 ? UInt(bytes) : UInt.max
        try check("setrlimit") { hotpress_limit_memory_softly(limit) }
    }
}
