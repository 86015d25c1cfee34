/// The version of this program; it goes into the PDF's producer entry too.
let version = "0.1.0"
