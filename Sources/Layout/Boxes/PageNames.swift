import Style

extension Box {
    /// Writes the used `page` of every box below.
    func spreadPageNames() {
        for child in children {
            child.pageName = child.style.generated.page ?? pageName
            child.spreadPageNames()
        }
    }
}
