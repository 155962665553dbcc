package dev.sluice.iso20022;

/// Texts of camt messages for tests.
final class Camt {
    private Camt() {}

    /// Returns a camt.053 of version 02 with one statement.
    static String statement(String content) {
        return message("camt.053.001.02", "BkToCstmrStmt", "Stmt", content);
    }

    static String message(String kind, String message, String page, String content) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:%s"><%s><GrpHdr><MsgId>M1</MsgId></GrpHdr>
                <%s><Id>S1</Id><ElctrncSeqNb>7</ElctrncSeqNb><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id>
                <Ccy>EUR</Ccy></Acct>%s</%s></%s></Document>
                """.formatted(kind, message, page, content, page, message);
    }

    /// @param amount negative for a debit
    static String balance(String type, String amount) {
        boolean debit = amount.startsWith("-");
        return """
                <Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%s</Amt>
                <CdtDbtInd>%s</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>
                """.formatted(type, debit ? amount.substring(1) : amount, debit ? "DBIT" : "CRDT");
    }

    /// A booked entry.
    ///
    /// @param amount negative for a debit
    /// @param further elements after the status
    static String entry(String amount, String further) {
        return entry(amount, "<Sts>BOOK</Sts>", further);
    }

    static String entry(String amount, String status, String further) {
        boolean debit = amount.startsWith("-");
        return """
                <Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s
                <BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><Dt>2026-03-03</Dt></ValDt>%s</Ntry>
                """.formatted(debit ? amount.substring(1) : amount, debit ? "DBIT" : "CRDT", status, further);
    }

    /// A transaction of an entry.
    static String details(String content) {
        return "<NtryDtls><TxDtls>" + content + "</TxDtls></NtryDtls>";
    }
}
