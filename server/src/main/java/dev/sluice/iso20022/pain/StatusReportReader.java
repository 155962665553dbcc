package dev.sluice.iso20022.pain;

import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlCursor;
import dev.sluice.iso20022.xml.XmlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads status reports (pain.002) and answers to recalls (camt.029). Both have the levels group, payment block and
/// transaction, under different names.
public final class StatusReportReader {
    private final Findings findings;
    private final List<PaymentStatus> payments = new ArrayList<>();
    private final List<StatusReason> reasons = new ArrayList<>();
    private @Nullable String msgId;
    private @Nullable String originalMsgId;
    private @Nullable String group;

    public StatusReportReader(Findings findings) {
        this.findings = findings;
    }

    public StatusReport read(XmlCursor at) throws Unreadable {
        at.children(name -> part(at, name));
        if (group == null && payments.isEmpty()) {
            findings.problem("message " + msgId + " reports no status of anything");
        }
        return new StatusReport(msgId, originalMsgId, group, reasons, payments);
    }

    private void part(XmlCursor at, String name) throws Unreadable {
        switch (name) {
            case "GrpHdr", "Assgnmt" -> {
                var node = at.node();
                msgId = Remittance.firstOf(node.text("MsgId"), node.text("Id"));
            }
            case "Sts" -> {
                var node = at.node();
                group = Remittance.firstOf(node.code("Conf"), node.text("RjctdMod"), node.text());
            }
            case "OrgnlGrpInfAndSts" -> group(at.node());
            case "OrgnlPmtInfAndSts" -> block(at);
            case "TxInfAndSts" -> payments.add(transaction(at.node(), null));
            case "CxlDtls" -> at.children(inner -> part(at, inner));
            default -> {
                // Supplementary data and the case at the bank decide nothing.
            }
        }
    }

    private void group(XmlNode node) {
        var own = Remittance.firstOf(node.text("GrpSts"), node.text("GrpCxlSts"));
        group = own == null ? group : own;
        originalMsgId = node.text("OrgnlMsgId");
        reasons.addAll(reasons(node));
    }

    /// Reads a block transaction by transaction, because it may have thousands.
    private void block(XmlCursor at) throws Unreadable {
        var parts = new ArrayList<XmlNode>();
        var position = at.position();
        int first = payments.size();
        at.children(name -> {
            if (name.equals("TxInfAndSts")) {
                payments.add(transaction(at.node(), id(parts)));
            } else {
                parts.add(at.node());
            }
        });
        var node = new XmlNode("OrgnlPmtInfAndSts", "", null, position, parts);
        payments.add(
                first,
                new PaymentStatus(
                        Level.PAYMENT,
                        id(parts),
                        null,
                        Remittance.firstOf(node.text("PmtInfSts"), node.text("PmtInfCxlSts")),
                        reasons(node)));
    }

    private PaymentStatus transaction(XmlNode node, @Nullable String block) throws Unreadable {
        findings.count();
        var id = Remittance.firstOf(
                node.text("OrgnlEndToEndId"),
                node.text("OrgnlInstrId"),
                node.text("OrgnlUETR"),
                node.text("OrgnlTxId"),
                node.text("StsId"),
                node.text("CxlStsId"));
        var status = Remittance.firstOf(node.text("TxSts"), node.text("TxCxlSts"));
        if (id == null) {
            findings.problem(node.position() + ": a transaction has a status, but no identifier of ours");
        }
        return new PaymentStatus(Level.TRANSACTION, id, block, status, reasons(node));
    }

    private static @Nullable String id(List<XmlNode> parts) {
        var id = XmlNode.named("OrgnlPmtInfId", parts);
        return id == null ? null : id.text();
    }

    private static List<StatusReason> reasons(XmlNode node) {
        var all = new ArrayList<>(node.all("StsRsnInf"));
        all.addAll(node.all("PmtInfCxlStsRsnInf"));
        all.addAll(node.all("CxlStsRsnInf"));
        return Values.reasons(all);
    }
}
