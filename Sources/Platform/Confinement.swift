internal import CSystemd
internal import Glibc

/// What a worker process gives up before it looks at anybody's file.
public enum Confinement {
    /// Limits the address space, writes no core files, gains no rights; a limit of 0 leaves memory alone.
    public static func enter(memoryLimit: Int) throws(SystemError) {
        if memoryLimit > 0 { try check("setrlimit") { hotpress_limit_memory(UInt(memoryLimit)) } }
        try check("prctl") { hotpress_no_core_files() }
        try check("prctl") { hotpress_no_new_privileges() }
    }
}
