package dev.sluice.iso20022.camt;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.PaymentReturn;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlCursor;
import dev.sluice.iso20022.xml.XmlNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads one entry (`Ntry`) with its transactions. Each transaction is dropped once its values are taken, because a
/// batch may have thousands.
final class EntryReader {
    private static final BigDecimal BATCH_MAX = BigDecimal.valueOf(1_000_000);

    private final Findings findings;

    EntryReader(Findings findings) {
        this.findings = findings;
    }

    Entry read(XmlCursor at) throws Unreadable {
        findings.count();
        var position = at.position();
        var parts = new ArrayList<XmlNode>();
        var details = new ArrayList<EntryDetails>();
        var batches = new ArrayList<Entry.Batch>();
        at.children(name -> {
            if (name.equals("NtryDtls")) {
                boolean credit = isCredit(parts, position);
                at.children(inner -> {
                    if (inner.equals("TxDtls")) {
                        findings.count();
                        details.add(DetailsReader.read(at.node(), credit, currency(parts), findings));
                    } else if (inner.equals("Btch")) {
                        batches.add(batch(at.node()));
                    }
                });
            } else {
                parts.add(at.node());
            }
        });
        var node = new XmlNode("Ntry", "", null, position, parts);
        // Several batches in one entry have no message in common.
        return entry(node, isCredit(parts, position), details, batches.size() == 1 ? batches.getFirst() : null);
    }

    private static Entry.Batch batch(XmlNode node) {
        var count = Values.number(node.text("NbOfTxs"));
        return new Entry.Batch(
                Remittance.provided(node.text("MsgId")),
                Remittance.provided(node.text("PmtInfId")),
                count != null && count.signum() > 0 && count.compareTo(BATCH_MAX) <= 0 ? count.intValue() : 0);
    }

    private Entry entry(XmlNode node, boolean credit, List<EntryDetails> details, Entry.@Nullable Batch batch)
            throws Unreadable {
        var amountNode = node.at("Amt");
        if (amountNode == null) {
            throw new Unreadable(
                    node.position() + ": an entry has no amount (Amt); ask the bank to send the file again");
        }
        var amount = Values.amount(amountNode);
        boolean reversal = Values.isTrue(node.text("RvslInd"));
        return new Entry(
                signed(amount, credit),
                new Entry.Booking(
                        node.code("Sts"),
                        Values.date(node.at("BookgDt"), findings),
                        Values.date(node.at("ValDt"), findings),
                        reversal),
                new Entry.References(node.text("NtryRef"), Remittance.provided(node.text("AcctSvcrRef")), batch),
                returned(node, reversal, details),
                details,
                Objects.requireNonNullElse(node.text("AddtlNtryInf"), ""),
                code(node.at("BkTxCd")));
    }

    /// Returns domain, family and subfamily, else the bank's own code.
    private static String code(@Nullable XmlNode code) {
        if (code == null) {
            return "";
        }
        var domain = code.text("Domn", "Cd");
        var family = code.text("Domn", "Fmly", "Cd");
        var subfamily = code.text("Domn", "Fmly", "SubFmlyCd");
        if (domain != null && family != null && subfamily != null) {
            return domain + "/" + family + "/" + subfamily;
        }
        return Objects.requireNonNullElse(code.text("Prtry", "Cd"), "");
    }

    /// Returns the reason of a detail, else the code of the entry, else that of the indicator.
    private static @Nullable PaymentReturn returned(XmlNode node, boolean reversal, List<EntryDetails> details) {
        for (var detail : details) {
            if (detail.returned() != null) {
                return detail.returned();
            }
        }
        var code = ReturnCodes.of(node.at("BkTxCd"));
        if (code != null) {
            return new PaymentReturn(code);
        }
        return reversal ? new PaymentReturn(PaymentReturn.REVERSAL) : null;
    }

    private static Amount signed(Amount amount, boolean credit) {
        return credit ? amount : amount.negated();
    }

    private static boolean isCredit(List<XmlNode> parts, String position) throws Unreadable {
        return Values.isCredit(XmlNode.named("CdtDbtInd", parts), position);
    }

    private static String currency(List<XmlNode> parts) {
        var amount = XmlNode.named("Amt", parts);
        return amount == null || amount.currency() == null ? "" : amount.currency();
    }
}
