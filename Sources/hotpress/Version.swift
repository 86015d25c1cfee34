/// The version of this program; it goes into the PDF's producer entry too.
let version = "0.1.0"
/// The day of its release, as the manual and the package name it.
let releaseDate = "2026-11-30"
