package dev.sluice.iso20022.write;

import dev.sluice.iso20022.write.Recall.Recalled;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import java.math.BigDecimal;
import java.util.List;

/// Writes requests to cancel transfers (camt.055.001.08). Equal content gives equal bytes.
public final class RecallWriter {
    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.055.001.08";

    private final XmlOutput xml = new XmlOutput(NAMESPACE);
    private final Parties parties = new Parties(xml, MessageVersion.V09, AddressForm.NONE);
    private final Recall recall;
    private final TransferRules rules;

    private RecallWriter(Recall recall, TransferRules rules) {
        this.recall = recall;
        this.rules = rules;
    }

    /// Returns the bytes of a request.
    ///
    /// @param rules rules of the file, as amounts and names are written the same way
    /// @throws IllegalArgumentException if it names no transfer, or its name or an identifier cannot be written
    public static byte[] write(Recall recall, TransferRules rules) {
        if (recall.transfers().isEmpty()) {
            throw new IllegalArgumentException("a recall names at least one transfer");
        }
        return new RecallWriter(recall, rules).write();
    }

    private byte[] write() {
        var checks = new FieldChecks(rules);
        checks.id("id", recall.id());
        checks.id("original.msgId", recall.original().msgId());
        recall.transfers().forEach(each -> checks.id("endToEndId", each.endToEndId()));
        var holder = checks.name("holder", recall.holder());
        if (checks.prepared(holder) instanceof Prepared.Refused<String>(var faults)) {
            throw new IllegalArgumentException(faults.toString());
        }
        xml.element("CstmrPmtCxlReq", () -> {
            xml.element("Assgnmt", () -> assignment(holder));
            xml.element("CtrlData", this::totals);
            xml.element("Undrlyg", () -> {
                xml.element("OrgnlGrpInfAndCxl", this::group);
                xml.element("OrgnlPmtInfAndCxl", () -> block(holder));
            });
        });
        return xml.bytes();
    }

    private void assignment(String holder) {
        xml.text("Id", recall.id());
        xml.element("Assgnr", () -> parties.party("Pty", holder, null));
        xml.element("Assgne", () -> parties.agent("Agt", recall.bic()));
        xml.text("CreDtTm", PaymentFileWriter.time(recall.createdAt()));
    }

    private void group() {
        var original = recall.original();
        xml.text("OrgnlMsgId", original.msgId());
        xml.text("OrgnlMsgNmId", original.message());
        xml.text("OrgnlCreDtTm", PaymentFileWriter.time(original.createdAt()));
        xml.text("GrpCxl", "false");
    }

    private void block(String holder) {
        xml.text("OrgnlPmtInfId", recall.original().msgId());
        totals();
        xml.text("PmtInfCxl", "false");
        for (var transfer : recall.transfers()) {
            xml.element("TxInf", () -> transfer(transfer, holder));
        }
    }

    private void transfer(Recalled transfer, String holder) {
        xml.text("CxlId", transfer.endToEndId());
        xml.text("OrgnlInstrId", transfer.endToEndId());
        xml.text("OrgnlEndToEndId", transfer.endToEndId());
        xml.amount("OrgnlInstdAmt", transfer.currency(), amount(transfer).toPlainString());
        xml.element(
                "OrgnlReqdExctnDt",
                () -> xml.text("Dt", recall.original().executionDate().toString()));
        xml.element("CxlRsnInf", () -> {
            parties.party("Orgtr", holder, null);
            xml.element("Rsn", () -> xml.text("Cd", recall.reason().name()));
        });
    }

    private void totals() {
        xml.text("NbOfTxs", Integer.toString(recall.transfers().size()));
        xml.text("CtrlSum", sum(recall.transfers()).toPlainString());
    }

    private BigDecimal sum(List<Recalled> transfers) {
        return transfers.stream().map(this::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private BigDecimal amount(Recalled transfer) {
        return TransferPreparation.written(transfer.amount(), transfer.currency(), rules);
    }
}
