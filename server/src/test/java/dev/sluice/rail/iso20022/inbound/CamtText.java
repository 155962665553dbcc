package dev.sluice.rail.iso20022.inbound;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Text of one camt message for tests.
public final class CamtText {
    public static final String IBAN = "DE89370400440532013000";

    private final String kind;
    private final String msgId;
    private final List<String> parts = new ArrayList<>();
    private String number = "";
    private String account = IBAN;
    private String day = "2026-03-02";

    private CamtText(String kind, String msgId) {
        this.kind = kind;
        this.msgId = msgId;
    }

    public static CamtText statement(String msgId, int number, String day) {
        var text = new CamtText("camt.053", msgId);
        text.number = "<ElctrncSeqNb>" + number + "</ElctrncSeqNb>";
        text.day = day;
        return text;
    }

    public static CamtText notice(String msgId, String day) {
        var text = new CamtText("camt.054", msgId);
        text.day = day;
        return text;
    }

    public static CamtText report(String msgId, String day) {
        var text = new CamtText("camt.052", msgId);
        text.day = day;
        return text;
    }

    public CamtText ofAccount(String iban) {
        account = iban;
        return this;
    }

    public CamtText opening(String amount) {
        return balance("OPBD", amount);
    }

    public CamtText closing(String amount) {
        return balance("CLBD", amount);
    }

    public CamtText balance(String type, String amount) {
        boolean debit = amount.startsWith("-");
        parts.add("""
                <Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>
                <Dt><Dt>%s</Dt></Dt></Bal>
                """.formatted(type, debit ? amount.substring(1) : amount, debit ? "DBIT" : "CRDT", day));
        return this;
    }

    public CamtText add(EntryText entry) {
        parts.add(entry.text(day));
        return this;
    }

    public byte[] bytes() {
        var message = switch (kind) {
            case "camt.052" -> "BkToCstmrAcctRpt";
            case "camt.053" -> "BkToCstmrStmt";
            default -> "BkToCstmrDbtCdtNtfctn";
        };
        var page = switch (kind) {
            case "camt.052" -> "Rpt";
            case "camt.053" -> "Stmt";
            default -> "Ntfctn";
        };
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:%s.001.08"><%s><GrpHdr><MsgId>%s</MsgId></GrpHdr>
                <%s><Id>%s</Id>%s<Acct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></Acct>%s</%s></%s></Document>
                """.formatted(
                        kind, message, msgId, page, msgId, number, account, String.join("\n", parts), page, message)
                .getBytes(StandardCharsets.UTF_8);
    }

    /// An entry, booked unless another status is set.
    ///
    /// @param amount negative for a debit
    public record EntryText(String amount, String status, String before, String after, String details) {
        public static EntryText of(String amount) {
            return new EntryText(amount, "BOOK", "", "", "");
        }

        public EntryText pending() {
            return new EntryText(amount, "PDNG", before, after, details);
        }

        public EntryText reversal() {
            return new EntryText(amount, status, before + "<RvslInd>true</RvslInd>", after, details);
        }

        public EntryText reference(String bank) {
            return new EntryText(amount, status, before, after + "<AcctSvcrRef>" + bank + "</AcctSvcrRef>", details);
        }

        public EntryText code(String domain, String family, String subfamily) {
            var code = "<BkTxCd><Domn><Cd>%s</Cd><Fmly><Cd>%s</Cd><SubFmlyCd>%s</SubFmlyCd></Fmly></Domn></BkTxCd>"
                    .formatted(domain, family, subfamily);
            return new EntryText(amount, status, before, after + code, details);
        }

        /// Adds a detail.
        public EntryText detail(String content) {
            return new EntryText(amount, status, before, after, details + "<TxDtls>" + content + "</TxDtls>");
        }

        /// Adds a detail with a text in lines that the bank cut.
        public EntryText remittance(String payer, String... lines) {
            return detail("<RltdPties><Dbtr><Nm>" + payer + "</Nm></Dbtr></RltdPties><RmtInf><Ustrd>"
                    + String.join("</Ustrd><Ustrd>", lines) + "</Ustrd></RmtInf>");
        }

        /// Adds a detail with a creditor reference.
        public EntryText structured(String payer, String reference) {
            return detail("<RltdPties><Dbtr><Nm>" + payer + "</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>"
                    + reference + "</Ref></CdtrRefInf></Strd></RmtInf>");
        }

        private String text(String day) {
            boolean debit = amount.startsWith("-");
            return """
                    <Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s<Sts><Cd>%s</Cd></Sts>
                    <BookgDt><Dt>%s</Dt></BookgDt><ValDt><Dt>%s</Dt></ValDt>%s%s</Ntry>
                    """.formatted(
                            debit ? amount.substring(1) : amount,
                            debit ? "DBIT" : "CRDT",
                            before,
                            status,
                            day,
                            day,
                            after,
                            details.isEmpty() ? "" : "<NtryDtls>" + details + "</NtryDtls>");
        }
    }
}
