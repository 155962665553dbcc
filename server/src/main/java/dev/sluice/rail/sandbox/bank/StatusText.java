package dev.sluice.rail.sandbox.bank;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Texts of status reports (pain.002) and of answers to recalls (camt.029).
final class StatusText {
    static final String RECALL_ANSWER = "camt.029.001.09";

    private static final int VERSION_WITH_UETR = 10;
    private static final int TEXT_LENGTH_MAX = 105;
    private static final String NOT_PROVIDED = "NOTPROVIDED";

    private StatusText() {}

    /// @param original MsgId of the customer's message
    /// @param group status of the whole message; null if the report has none
    record Report(
            String original,
            @Nullable String group,
            @Nullable Rejection reason,
            List<OfBlock> blocks) {
        Report {
            blocks = List.copyOf(blocks);
        }
    }

    record OfBlock(
            String id, @Nullable String status, @Nullable Rejection reason, List<OfTransaction> transactions) {
        OfBlock {
            transactions = List.copyOf(transactions);
        }
    }

    record OfTransaction(
            @Nullable String instruction,
            @Nullable String endToEnd,
            @Nullable String uetr,
            String status,
            @Nullable Rejection reason) {}

    /// @param message such as `pain.002.001.10`
    static String report(BankSettings settings, String message, String msgId, Instant createdAt, Report report) {
        boolean uetr = Integer.parseInt(message.substring(message.lastIndexOf('.') + 1)) >= VERSION_WITH_UETR;
        var xml = new XmlText(message).open("CstmrPmtStsRpt", "GrpHdr").leaf("MsgId", msgId);
        xml.time("CreDtTm", createdAt, settings.zone())
                .path(settings.account().holder(), "InitgPty", "Nm")
                .close(1);
        xml.open("OrgnlGrpInfAndSts").leaf("OrgnlMsgId", known(report.original()));
        xml.leaf("OrgnlMsgNmId", settings.accepts().message()).leaf("GrpSts", report.group());
        reason(xml, "StsRsnInf", report.reason());
        xml.close(1);
        for (var block : report.blocks()) {
            xml.open("OrgnlPmtInfAndSts").leaf("OrgnlPmtInfId", block.id()).leaf("PmtInfSts", block.status());
            reason(xml, "StsRsnInf", block.reason());
            for (var each : block.transactions()) {
                xml.open("TxInfAndSts").leaf("OrgnlInstrId", each.instruction());
                xml.leaf("OrgnlEndToEndId", each.endToEnd());
                xml.leaf("OrgnlUETR", uetr ? each.uetr() : null).leaf("TxSts", each.status());
                reason(xml, "StsRsnInf", each.reason());
                xml.close(1);
            }
            xml.close(1);
        }
        return xml.end();
    }

    /// Answer to a recall.
    ///
    /// @param confirmation `CNCL`, `RJCR`, or `PECR` for a part
    static String recallAnswer(
            BankSettings settings, String msgId, Instant createdAt, String confirmation, Report report) {
        var xml = new XmlText(RECALL_ANSWER).open("RsltnOfInvstgtn", "Assgnmt").leaf("Id", msgId);
        xml.open("Assgnr", "Agt", "FinInstnId");
        if (settings.account().bic() == null) {
            xml.path(NOT_PROVIDED, "Othr", "Id");
        } else {
            xml.leaf("BICFI", settings.account().bic());
        }
        xml.close(3).path(settings.account().holder(), "Assgne", "Pty", "Nm");
        xml.time("CreDtTm", createdAt, settings.zone()).close(1).path(confirmation, "Sts", "Conf");
        xml.open("CxlDtls", "OrgnlGrpInfAndSts").leaf("OrgnlMsgId", known(report.original()));
        xml.leaf("OrgnlMsgNmId", settings.accepts().message()).close(1);
        for (var block : report.blocks()) {
            xml.open("OrgnlPmtInfAndSts").leaf("OrgnlPmtInfId", block.id());
            for (var each : block.transactions()) {
                xml.open("TxInfAndSts").leaf("OrgnlInstrId", each.instruction());
                xml.leaf("OrgnlEndToEndId", each.endToEnd()).leaf("TxCxlSts", each.status());
                reason(xml, "CxlStsRsnInf", each.reason());
                xml.close(1);
            }
            xml.close(1);
        }
        return xml.end();
    }

    private static void reason(XmlText xml, String name, @Nullable Rejection reason) {
        if (reason != null) {
            var text = reason.text();
            xml.open(name).path(reason.code(), "Rsn", "Cd");
            xml.leaf("AddtlInf", text.substring(0, Math.min(text.length(), TEXT_LENGTH_MAX)))
                    .close(1);
        }
    }

    private static String known(String id) {
        return id.isEmpty() ? NOT_PROVIDED : id;
    }
}
