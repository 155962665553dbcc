package dev.sluice.iso20022.pain;

import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlCursor;
import dev.sluice.iso20022.xml.XmlNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads messages that customers send to banks, for their counts: payment initiations (pain.001) and recalls
/// (camt.055). Their headers are compared with the transactions.
public final class OutboundReader {
    private final Findings findings;
    private final List<PaymentStatus> payments = new ArrayList<>();
    private BigDecimal sum = BigDecimal.ZERO;
    private int transactions;
    private @Nullable String msgId;

    public OutboundReader(Findings findings) {
        this.findings = findings;
    }

    public OutboundMessage read(XmlCursor at) throws Unreadable {
        var headers = new ArrayList<XmlNode>();
        at.children(name -> {
            switch (name) {
                case "GrpHdr", "Assgnmt", "CtrlData" -> headers.add(at.node());
                case "PmtInf" -> block(at, "PmtInfId");
                case "Undrlyg" ->
                    at.children(inner -> {
                        if (inner.equals("OrgnlPmtInfAndCxl")) {
                            block(at, "OrgnlPmtInfId");
                        }
                    });
                default -> {
                    // Supplementary data is no payment.
                }
            }
        });
        for (var header : headers) {
            msgId = Remittance.firstOf(msgId, header.text("MsgId"), header.text("Id"));
            compare("the header", header, transactions, sum);
        }
        return new OutboundMessage(msgId, payments, sum);
    }

    private void block(XmlCursor at, String idName) throws Unreadable {
        var parts = new ArrayList<XmlNode>();
        var position = at.position();
        int first = payments.size();
        int transactionsBefore = transactions;
        var sumBefore = sum;
        at.children(name -> {
            switch (name) {
                case "CdtTrfTxInf", "TxInf" -> transaction(at.node());
                case "PmtInfId", "OrgnlPmtInfId", "NbOfTxs", "CtrlSum", "CxlRsnInf" -> parts.add(at.node());
                default -> {
                    // Debtor, agents and dates are not counted.
                }
            }
        });
        var node = new XmlNode("PmtInf", "", null, position, parts);
        var id = node.text(idName);
        compare("block " + id, node, transactions - transactionsBefore, sum.subtract(sumBefore));
        payments.add(first, new PaymentStatus(Level.PAYMENT, id, null, null, reasons(node)));
    }

    private void transaction(XmlNode node) throws Unreadable {
        findings.count();
        transactions++;
        for (var path : List.of("InstdAmt", "EqvtAmt")) {
            var amount = Remittance.firstOf(
                    node.text("Amt", path), node.text("Amt", path, "Amt"), node.text("Orgnl" + path));
            var value = Values.number(amount);
            sum = value == null ? sum : sum.add(value);
        }
        var id = Remittance.firstOf(
                node.text("PmtId", "EndToEndId"),
                node.text("OrgnlEndToEndId"),
                node.text("PmtId", "InstrId"),
                node.text("OrgnlInstrId"));
        payments.add(new PaymentStatus(Level.TRANSACTION, id, null, null, reasons(node)));
    }

    private void compare(String what, XmlNode header, int counted, BigDecimal added) {
        var count = Values.number(header.text("NbOfTxs"));
        if (count != null && count.compareTo(BigDecimal.valueOf(counted)) != 0) {
            findings.problem(
                    what + " says NbOfTxs " + count.toPlainString() + ", but there are " + counted + " transactions");
        }
        var control = Values.number(header.text("CtrlSum"));
        if (control != null && control.compareTo(added) != 0) {
            findings.problem(what + " says CtrlSum " + control.toPlainString() + ", but the amounts add up to "
                    + added.toPlainString());
        }
    }

    private static List<StatusReason> reasons(XmlNode node) {
        return Values.reasons(node.all("CxlRsnInf"));
    }
}
