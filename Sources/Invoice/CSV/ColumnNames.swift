internal import Diagnostics
internal import Foundation

/// The column names that are understood, in English, German, French, Spanish, Italian, Dutch, Polish, Portuguese,
/// Swedish, Chinese and Japanese.
enum ColumnNames {
    /// What the name means; case, accents, spaces and punctuation do not count.
    static func field(for title: String) -> CSVField? {
        byKey[key(title)]
    }

    /// Letters, digits and `%` of the name in small letters without accents.
    static func key(_ title: String) -> String {
        if title.utf8.allSatisfy({ $0 < 0x80 }) {
            let bytes = title.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "%"):
                    byte
                default: nil
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        return title.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
            .lowercased().filter { $0.isLetter || $0.isNumber || $0 == "%" }
    }

    /// The known name that `title` may be a slip of: one that begins like it and is about as long.
    static func name(near title: String, among fields: [CSVField]? = nil) -> String? {
        guard let first = key(title).first, let alike = byFirst[first] else { return nil }
        let candidates = alike.filter { name, field in
            abs(name.utf8.count - title.utf8.count) <= 2 && fields?.contains(field) ?? true
        }
        return nearestName(to: title, among: candidates.map(\.name))
    }

    private static let byFirst: [Character: [(name: String, field: CSVField)]] = {
        var result: [Character: [(name: String, field: CSVField)]] = [:]
        for (field, names) in table {
            for name in names {
                if let first = key(name).first { result[first, default: []].append((name, field)) }
            }
        }
        return result
    }()

    /// The names for a field, the best known first.
    static func names(for field: CSVField) -> [String] {
        table.first { $0.field == field }?.names ?? []
    }

    private static let byKey: [String: CSVField] = {
        var result: [String: CSVField] = [:]
        for (field, names) in table {
            for name in names { result[key(name)] = field }
        }
        for field in CSVField.allCases { result[key(field.rawValue)] = field }
        return result
    }()

    private static let table: [(field: CSVField, names: [String])] = source.map { field, text in
        let names = text.split(separator: "|").map { trimmed($0.replacing("\n", with: " ")) }
        return (field, names.filter { !$0.isEmpty })
    }

    private static let source: [(CSVField, String)] = [
        (
            .number,
            """
            Invoice Number|Invoice No|Invoice No.|InvoiceNo|Invoice #|Invoice|Number|No.|Rechnungsnummer|Rechnungsnr|
            Rechnungs-Nr.|Rechnung Nr|Rechnung|Belegnummer|Beleg-Nr|Belegnr|Nummer|Numéro de facture|N° facture|
            No facture|Facture|Numéro|Número de factura|N.º de factura|N° factura|Factura|Número|Numero fattura|
            Numero di fattura|N. fattura|Fattura|Numero|Factuurnummer|Factuur nr|Factuurnr|Factuur|Numer faktury|
            Nr faktury|Faktura nr|Faktura|Numer|Número da fatura|N.º da fatura|Fatura|Fakturanummer|Fakturanr|
            发票号码|发票编号|发票号|發票號碼|請求書番号|請求番号|請求書No
            """
        ),
        (
            .date,
            """
            Invoice Date|Date|Issue Date|Date of Issue|Rechnungsdatum|Datum|Belegdatum|Ausstellungsdatum|
            Date de facture|Date de facturation|Date facture|Date d'émission|Fecha de factura|Fecha factura|Fecha|
            Fecha de emisión|Data fattura|Data della fattura|Data|Data emissione|Factuurdatum|Data faktury|
            Data wystawienia|Data da fatura|Data de emissão|Fakturadatum|发票日期|开票日期|日期|發票日期|請求日|請求書日付|発行日|日付
            """
        ),
        (
            .dueDate,
            """
            Due Date|Due|Payment Due|Payment Due Date|Fälligkeitsdatum|Fällig|Fällig am|Fälligkeit|Zahlbar bis|Zahlungsziel|
            Date d'échéance|Échéance|Date échéance|Fecha de vencimiento|Vencimiento|Fecha vencimiento|Data di scadenza|
            Data scadenza|Scadenza|Vervaldatum|Uiterste betaaldatum|Termin płatności|Data płatności|Data de vencimento|
            Vencimento|Förfallodatum|Förfallodag|到期日|付款期限|付款到期日|支払期限|支払期日|お支払期限
            """
        ),
        (
            .deliveryDate,
            """
            Delivery Date|Service Date|Supply Date|Lieferdatum|Leistungsdatum|Date de livraison|Date de prestation|
            Fecha de entrega|Data di consegna|Data consegna|Leverdatum|Leveringsdatum|Data dostawy|Data sprzedaży|
            Data de entrega|Leveransdatum|交货日期|交貨日期|納品日|納入日
            """
        ),
        (
            .currency,
            """
            Currency|Currency Code|Währung|Währungscode|Waehrung|Devise|Monnaie|Moneda|Divisa|Valuta|Munteenheid|Waluta|
            Moeda|货币|币种|幣別|通貨
            """
        ),
        (
            .buyerName,
            """
            Customer|Customer Name|Client|Client Name|Buyer|Bill To|Billing Name|Contact Name|ContactName|Company|Recipient|
            Kunde|Kundenname|Käufer|Empfänger|Rechnungsempfänger|Firma|Client|Nom du client|Nom client|Acheteur|
            Destinataire|Cliente|Nombre del cliente|Nombre cliente|Comprador|Nome cliente|Nome del cliente|Acquirente|Klant|
            Klantnaam|Afnemer|Nabywca|Klient|Nazwa klienta|Nome do cliente|Kund|Kundnamn|Köpare|客户|客户名称|购买方|客戶|客戶名稱|
            顧客名|取引先|得意先|お客様名|宛名
            """
        ),
        (
            .buyerEmail,
            """
            Customer Email|Client Email|Buyer Email|Email|E-Mail|Mail|EmailAddress|Email Address|E-Mail-Adresse|Kunden-E-Mail|Courriel|
            Adresse e-mail|Correo electrónico|Correo|Indirizzo e-mail|E-mailadres|Adres e-mail|Endereço de e-mail|
            E-post|E-postadress|电子邮件|邮箱|電子郵件|メールアドレス|メール
            """
        ),
        (
            .buyerPhone,
            """
            Customer Phone|Phone|Telephone|Telefon|Telefonnummer|Téléphone|Teléfono|Telefono|Telefoon|Telefone|电话|電話|電話番号
            """
        ),
        (
            .buyerContact,
            "Contact|Contact Person|Attention|Ansprechpartner|Personne de contact|Persona de contacto|担当者|联系人"
        ),
        (
            .buyerAddress,
            """
            Customer Address|Client Address|Buyer Address|Billing Address|Address|Kundenadresse|Rechnungsadresse|Adresse|
            Anschrift|Adresse du client|Adresse de facturation|Dirección|Dirección del cliente|Dirección de facturación|
            Indirizzo|Indirizzo cliente|Adres|Factuuradres|Adres klienta|Endereço|Morada|Adress|Fakturaadress|地址|客户地址|
            客戶地址|住所|請求先住所
            """
        ),
        (
            .buyerStreet,
            """
            Street|Address Line 1|Address 1|Address1|AddressLine1|Street Address|POAddressLine1|Customer Street|Straße|Strasse|
            Straße und Hausnummer|Rue|Adresse 1|Calle|Via|Straat|Ulica|Rua|Gata|Gatuadress|街道|番地|住所1
            """
        ),
        (
            .buyerStreet2,
            "Address Line 2|Address 2|Address2|AddressLine2|POAddressLine2|Adresszusatz|Complément d'adresse|住所2"
        ),
        (
            .buyerPostcode,
            """
            Postcode|Postal Code|Zip|Zip Code|POPostalCode|Customer Postcode|PLZ|Postleitzahl|Code postal|CP|
            Código postal|CAP|Kod pocztowy|CEP|Código-postal|Postnummer|邮政编码|邮编|郵遞區號|郵便番号
            """
        ),
        (
            .buyerCity,
            "City|Town|POCity|Customer City|Ort|Stadt|Ville|Ciudad|Población|Città|Plaats|Stad|Woonplaats|Miasto|Cidade|Localidade|Ort|Postort|城市|市区町村"
        ),
        (
            .buyerRegion,
            "State|Region|Province|County|PORegion|Bundesland|Région|Provincia|Estado|Regione|Provincie|Województwo|Distrito|Län|省|州|都道府県"
        ),
        (.buyerCountry, "Country|POCountry|Customer Country|Land|Pays|País|Paese|Nazione|Kraj|国家|國家|国"),
        (
            .buyerVatId,
            """
            Customer VAT ID|VAT ID|VAT Number|VAT No|Customer VAT Number|Tax ID|USt-IdNr|USt-IdNr.|USt-ID|UID|
            Umsatzsteuer-ID|N° TVA|Numéro de TVA|TVA intracommunautaire|NIF|NIF/CIF|CIF|Partita IVA|P. IVA|P.IVA|
            Btw-nummer|BTW nr|NIP|NIF/NIPC|Contribuinte|VAT-nummer|Momsregistreringsnummer|Momsnummer|纳税人识别号|税号|統一編號|登録番号
            """
        ),
        (
            .buyerNumber,
            """
            Customer Number|Customer No|Customer ID|Client ID|Client Number|Account Number|Kundennummer|Kundennr|Kunden-Nr.|
            Kdnr|Numéro client|N° client|Code client|Número de cliente|Código de cliente|Codice cliente|Numero cliente|
            Klantnummer|Numer klienta|Número do cliente|Kundnummer|Kundnr|客户编号|客戶編號|顧客番号|得意先コード
            """
        ),
        (.shipName, "Ship To|Shipping Name|Deliver To|Lieferung an|Lieferempfänger|Destinataire livraison"),
        (
            .shipAddress,
            "Shipping Address|Delivery Address|Lieferadresse|Adresse de livraison|Dirección de entrega|Indirizzo di consegna|Afleveradres|Adres dostawy|Leveransadress|納品先住所"
        ),
        (
            .buyerReference,
            "Reference|Your Reference|Customer Reference|Referenz|Ihr Zeichen|Kundenreferenz|Leitweg-ID|Référence|Votre référence|Referencia|Riferimento|Referentie|Uw referentie|Referência|Er referens|Referens|参考"
        ),
        (
            .order,
            """
            Order Number|PO Number|Purchase Order|PO|Order|Bestellnummer|Auftragsnummer|Numéro de commande|
            Bon de commande|Número de pedido|Pedido|Numero ordine|Ordine|Bestelnummer|Ordernummer|Numer zamówienia|
            Encomenda|订单号|采购订单|訂單編號|注文番号
            """
        ),
        (.project, "Project|Projekt|Projet|Proyecto|Progetto|Projeto|项目|專案|案件名|プロジェクト"),
        (.contract, "Contract|Contract Number|Vertrag|Vertragsnummer|Contrat|Contrato|Contratto|Umowa|Avtal|合同号|契約番号"),
        (
            .precedingNumber,
            "Original Invoice|Original Invoice Number|Preceding Invoice|Ursprungsrechnung|Facture d'origine"
        ),
        (
            .paymentMeans,
            "Payment Method|Zahlungsart|Zahlungsweise|Mode de paiement|Forma de pago|Método de pago|Metodo di pagamento|Betaalmethode|Forma płatności|Forma de pagamento|Betalsätt|付款方式|支払方法"
        ),
        (
            .paymentTerms,
            "Terms|Payment Terms|Zahlungsbedingungen|Zahlungsbedingung|Conditions de paiement|Condiciones de pago|Condizioni di pagamento|Betalingsvoorwaarden|Warunki płatności|Condições de pagamento|Betalningsvillkor|付款条件|支払条件"
        ),
        (.iban, "IBAN"), (.bic, "BIC|SWIFT"),
        (.paymentReference, "Payment Reference|Verwendungszweck|Zahlungsreferenz|OCR|KID|Betalingskenmerk"),
        (
            .notes,
            "Note|Notes|Invoice Note|Memo|Comment|Public Notes|Bemerkung|Hinweis|Anmerkung|Notiz|Remarque|Commentaire|Observaciones|Nota|Osservazioni|Opmerking|Uwagi|Observações|Anteckning|Kommentar|备注|備註|備考"
        ),
        (
            .paid,
            "Paid|Amount Paid|Bezahlt|Anzahlung|Payé|Acompte|Pagado|Anticipo|Pagato|Acconto|Betaald|Zapłacono|Pago|Betalt|已付|已付款|入金額|支払済"
        ),
        (
            .statedNet,
            "Subtotal|Net Total|Total Net|Nettosumme|Gesamt netto|Summe netto|Total HT|Montant HT|Base imponible|Totale imponibile|Totaal excl. btw|Suma netto|合计不含税|小計"
        ),
        (
            .statedTax,
            "Tax Total|Total Tax|VAT Total|Steuerbetrag|USt-Betrag|MwSt-Betrag|Montant TVA|Cuota IVA|Importo IVA|Btw-bedrag|Kwota VAT|税额合计|消費税額"
        ),
        (
            .statedGross,
            "Invoice Total|Grand Total|Total Gross|Gross Total|Gesamtbetrag|Rechnungsbetrag|Bruttosumme|Gesamt brutto|Total TTC|Montant TTC|Total factura|Totale fattura|Totaalbedrag|Totaal incl. btw|Suma brutto|Total da fatura|Totalt|价税合计|合計金額|請求金額"
        ),
        (
            .statedDue,
            "Amount Due|Balance|Balance Due|Offener Betrag|Zahlbetrag|Reste à payer|Importe pendiente|Saldo|Openstaand|Do zapłaty|Att betala|应付金额|差引請求額"
        ),
        (.pricesIncludeTax, "Prices Include Tax|Tax Included|Tax Inclusive|Bruttopreise|Preise brutto|Prix TTC|税込"),
        (
            .type,
            "Document Type|Invoice Type|Type|Belegart|Dokumenttyp|Type de document|Tipo de documento|Tipo documento|Typ dokumentu"
        ),
        (.locale, "Locale|Language|Sprache|Langue|Idioma|Lingua|Taal|Język|Språk|语言|言語"),
        (.template, "Template|Vorlage|Modèle|Plantilla|Modello|Sjabloon|Szablon|Modelo|Mall|模板|テンプレート"),
        (
            .sellerName,
            "Seller|Supplier|Vendor|Verkäufer|Lieferant|Fournisseur|Vendeur|Vendedor|Fornitore|Verkoper|Sprzedawca|Säljare|销售方|発行者"
        ),
        (.sellerVatId, "Seller VAT ID|Supplier VAT ID|USt-IdNr Verkäufer"),

        (
            .item,
            """
            SKU|Item Code|Item No|Item Number|Article Number|Product Code|InventoryItemCode|Artikelnummer|Artikelnr|
            Artikel-Nr.|Art.-Nr.|Référence article|Code article|Código de artículo|Código|Codice articolo|Codice|
            Artikelcode|Kod produktu|Indeks|Código do produto|Artikelnr|商品编码|货号|商品編號|商品コード|品番
            """
        ),
        (
            .name,
            """
            Item|Item Name|Product|Product Name|Product/Service|Item Product|Item(Product/Service)|Line Item|Service|Artikel|
            Artikelbezeichnung|Produkt|Leistung|Position|Bezeichnung|Article|Produit|Désignation|Artículo|Producto|
            Concepto|Articolo|Prodotto|Product|Dienst|Towar|Nazwa towaru|Nazwa|Usługa|Produto|Artigo|Serviço|Artikel|Tjänst|
            Benämning|商品|商品名称|项目名称|品名|品項|商品名|品目
            """
        ),
        (
            .title,
            """
            Description|Item Description|ItemDescription|Line Description|Text|Beschreibung|Description|Libellé|
            Descripción|Descrizione|Omschrijving|Beschrijving|Opis|Descrição|Beskrivning|描述|说明|說明|摘要|内容|説明
            """
        ),
        (
            .description,
            "Details|Item Notes|Item Desc|Long Description|Zusatztext|Langtext|Détails|Detalles|Dettagli|Szczegóły|Detalhes|Detaljer|详情|詳細"
        ),
        (
            .quantity,
            """
            Quantity|Qty|Item Quantity|ItemQuantity|Hours|Units|Menge|Anzahl|Stückzahl|Stunden|Quantité|Qté|Cantidad|Cant.|
            Quantità|Q.tà|Qtà|Aantal|Ilość|Quantidade|Qtd|Qtde|Antal|Kvantitet|数量|數量
            """
        ),
        (
            .unit,
            "Unit|UoM|Unit of Measure|Usage unit|Einheit|ME|Unité|Unidad|Unità|Unità di misura|U.M.|Eenheid|Jednostka|J.m.|Unidade|Enhet|单位|單位|単位"
        ),
        (
            .price,
            """
            Unit Price|Price|Unit Cost|Rate|Unit Amount|UnitAmount|Item Price|Item Cost|Item Rate|ItemRate|Net Price|
            Einzelpreis|Preis|Stückpreis|EP|Nettopreis|Prix unitaire|Prix|PU|PU HT|Prix unitaire HT|Precio unitario|Precio|
            Prezzo unitario|Prezzo|Eenheidsprijs|Stukprijs|Prijs|Cena jednostkowa|Cena|Cena netto|Preço unitário|Preço|
            À-pris|Styckpris|Enhetspris|Pris|单价|價格|單價|单价(元)|単価|価格
            """
        ),
        (.priceBase, "Price Base|Base Quantity|Price Per|Preis pro|Preiseinheit|PE"),
        (
            .discount,
            "Discount|Rabatt|Nachlass|Remise|Descuento|Sconto|Korting|Rabat|Desconto|折扣|値引|割引"
        ),
        (
            .discountPercent,
            "Discount %|Discount Percent|Discount Rate|Rabatt %|Rabatt in %|Remise %|Descuento %|Dto. %|Sconto %|Korting %|Rabat %|Desconto %|折扣率|折扣%|割引率"
        ),
        (
            .discountAmount,
            "Discount Amount|Line Discount|Rabattbetrag|Montant remise|Importe descuento|Importo sconto|Kortingsbedrag|Kwota rabatu|折扣金额|値引額"
        ),
        (
            .tax,
            "Tax|VAT|GST|Tax Type|TaxType|Tax Code|USt|MwSt|Umsatzsteuer|Mehrwertsteuer|Steuer|TVA|Taxe|IVA|Impuesto|Imposta|Btw|Podatek|PTU|Imposto|Moms|税|税金|消費税"
        ),
        (
            .taxRate,
            """
            Tax Rate|TaxRate|Tax %|VAT Rate|VAT %|GST %|Sales Tax %|USt %|USt-Satz|MwSt %|MwSt-Satz|Steuersatz|Umsatzsteuersatz|
            Taux TVA|Taux de TVA|TVA %|Tipo IVA|Tipo de IVA|IVA %|% IVA|Aliquota|Aliquota IVA|Btw %|Btw-tarief|Btw-percentage|
            Stawka VAT|VAT%|Taxa IVA|Taxa de IVA|Taxa|Momssats|Moms %|税率|稅率|消費税率
            """
        ),
        (.taxCategory, "Tax Category|VAT Category|Steuerkategorie|Steuerkennzeichen|Catégorie TVA|Categoria IVA|税区分"),
        (.taxName, "Tax Name|VAT Name|Steuerart|Nom de la taxe"),
        (.taxReason, "Exemption Reason|Tax Exemption Reason|Befreiungsgrund|Motif d'exonération"),
        (.lineNote, "Line Note|Positionshinweis"),
        (
            .lineAmount,
            "Line Total|Line Amount|Item Amount|ItemAmount|Item Total|Positionsbetrag|Gesamtpreis|Zeilensumme|Montant ligne|Importe línea|Importo riga|Regeltotaal|Wartość netto|Radsumma|行金额|金额|金額"
        ),
    ]
}
