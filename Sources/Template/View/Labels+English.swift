extension Labels {
    /// The words that are there without any label file, and the names that every language may translate.
    static let english = Labels(
        groups: [
            "labels": [
                "number": "Number", "date": "Date", "dueDate": "Due date", "deliveryDate": "Delivery date",
                "period": "Period", "seller": "From", "buyer": "Bill to", "shipTo": "Deliver to",
                "customerNumber": "Customer no.", "buyerReference": "Your reference", "order": "Order",
                "contract": "Contract", "project": "Project", "precedingInvoice": "Refers to invoice",
                "vatId": "VAT ID", "taxId": "Tax no.", "registration": "Registration", "contact": "Contact",
                "phone": "Phone", "email": "Email",
                "position": "No.", "item": "Item", "description": "Description", "quantity": "Quantity",
                "unit": "Unit", "price": "Price", "unitPrice": "Unit price", "discount": "Discount",
                "charge": "Surcharge", "amount": "Amount", "tax": "VAT", "taxRate": "VAT rate",
                "taxBasis": "Taxable amount", "subtotal": "Subtotal", "net": "Net total", "taxTotal": "Total VAT",
                "gross": "Total", "paid": "Already paid", "rounding": "Rounding", "due": "Amount due",
                "includingTax": "Prices include VAT.",
                "payment": "Payment", "paymentMethod": "Payment method", "terms": "Terms", "iban": "IBAN",
                "bic": "BIC", "paymentReference": "Payment reference", "mandate": "Mandate", "notes": "Notes",
                "thanks": "Thank you!", "pageBefore": "Page", "pageBetween": "of", "pageAfter": "",
                "mailGreeting": "Hello,", "mailBody": "please find the document attached as a PDF file.",
                "mailClosing": "Kind regards",
            ],
            "titles": [
                "invoice": "Invoice", "credit-note": "Credit note", "corrected": "Corrected invoice",
                "prepayment": "Prepayment invoice", "proforma": "Pro forma invoice", "quote": "Quote",
                "receipt": "Receipt",
            ],
            "units": [
                "C62": "pcs", "H87": "pcs", "EA": "pcs", "XPP": "pcs", "HUR": "h", "DAY": "days", "WEE": "weeks",
                "MON": "months", "ANN": "years", "MIN": "min", "SEC": "s", "KGM": "kg", "GRM": "g", "TNE": "t",
                "LTR": "l", "MTR": "m", "KMT": "km", "CMT": "cm", "MTK": "m²", "MTQ": "m³", "KWH": "kWh",
                "P1": "%", "SET": "sets", "PR": "pairs", "XBX": "boxes", "LS": "flat rate",
            ],
            "payment-means": [
                "transfer": "Bank transfer", "card": "Card", "cash": "Cash", "debit": "Direct debit",
                "cheque": "Cheque", "paypal": "PayPal", "10": "Cash", "20": "Cheque", "30": "Bank transfer",
                "48": "Card", "58": "Bank transfer", "59": "Direct debit",
            ],
            "exemptions": [
                "E": "Exempt from VAT",
                "AE": "Reverse charge: VAT is to be accounted for by the recipient",
                "K": "Intra-Community supply, exempt from VAT",
                "G": "Export outside the EU, exempt from VAT",
                "O": "Not subject to VAT",
            ],
        ])
}
