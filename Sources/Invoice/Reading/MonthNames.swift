/// The month that a name or abbreviation means, 1 to 12, in the languages of the CSV header names that write months
/// in words; nil if it means none.
func monthNumber(_ name: some StringProtocol) -> Int? {
    months[name.lowercased()]
}

private let months: [String: Int] = {
    var result: [String: Int] = [:]
    for (index, line) in names.split(separator: "\n").enumerated() {
        for name in line.split(separator: " ") { result[String(name)] = index + 1 }
    }
    return result
}()

/// A line a month: English, German, French, Spanish, Italian, Dutch, Polish (both cases), Portuguese, Swedish.
private let names = """
    january jan januar jänner jän janvier janv enero ene gennaio gen januari stycznia styczeń sty janeiro
    february feb februar febr février févr fév fevrier febrero febbraio februari lutego luty lut fevereiro fev
    march mar märz mär mrz mars marzo maart mrt marca marzec março
    april apr avril avr abril abr aprile kwietnia kwiecień kwi
    may mai mayo maggio mag mei maja maj maio
    june jun juni juin junio giugno giu czerwca czerwiec cze junho
    july jul juli juillet juil julio luglio lug lipca lipiec lip julho
    august aug août aout agosto ago augustus sierpnia sierpień sie augusti
    september sep sept septembre septiembre settembre set września wrzesień wrz setembro
    october oct oktober okt octobre octubre ottobre ott października październik paź outubro out
    november nov novembre noviembre listopada listopad lis novembro
    december dec dezember dez décembre déc diciembre dic dicembre grudnia grudzień gru dezembro
    """
