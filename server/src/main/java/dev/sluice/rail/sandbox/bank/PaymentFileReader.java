package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.PaymentFile.Address;
import dev.sluice.rail.sandbox.bank.PaymentFile.Block;
import dev.sluice.rail.sandbox.bank.PaymentFile.Debtor;
import dev.sluice.rail.sandbox.bank.PaymentFile.Ids;
import dev.sluice.rail.sandbox.bank.PaymentFile.Payee;
import dev.sluice.rail.sandbox.bank.PaymentFile.Transfer;
import dev.sluice.rail.sandbox.bank.StrictXml.NotAccepted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/// Reads pain.001, in the versions with plain and with nested execution days.
final class PaymentFileReader {
    private static final Set<String> PLAIN_ADDRESS = Set.of("TwnNm", "Ctry", "AdrLine");

    private PaymentFileReader() {}

    static PaymentFile read(Element message) throws NotAccepted {
        Schema.check(message);
        var header = require(message, "GrpHdr");
        StrictXml.required(header, "CreDtTm");
        var blocks = new ArrayList<Block>();
        for (var block : StrictXml.all(message, "PmtInf")) {
            blocks.add(block(block));
        }
        if (blocks.isEmpty()) {
            throw new NotAccepted("element PmtInf is missing in " + message.getLocalName());
        }
        return new PaymentFile(
                StrictXml.required(header, "MsgId"),
                StrictXml.required(header, "NbOfTxs"),
                StrictXml.textAt(header, "CtrlSum"),
                blocks);
    }

    private static Block block(Element block) throws NotAccepted {
        var day = StrictXml.textAt(block, "ReqdExctnDt", "Dt");
        var transfers = new ArrayList<Transfer>();
        for (var transfer : StrictXml.all(block, "CdtTrfTxInf")) {
            transfers.add(transfer(transfer));
        }
        if (transfers.isEmpty()) {
            throw new NotAccepted("element CdtTrfTxInf is missing in PmtInf");
        }
        return new Block(
                StrictXml.required(block, "PmtInfId"),
                StrictXml.required(block, "PmtMtd"),
                StrictXml.textAt(block, "NbOfTxs"),
                StrictXml.textAt(block, "CtrlSum"),
                day == null ? StrictXml.required(block, "ReqdExctnDt") : day,
                new Debtor(
                        StrictXml.textAt(block, "Dbtr", "Nm"),
                        account(block, "DbtrAcct"),
                        StrictXml.textAt(block, "DbtrAcct", "Ccy"),
                        bic(block, "DbtrAgt")),
                StrictXml.textAt(block, "ChrgBr"),
                transfers);
    }

    private static Transfer transfer(Element transfer) throws NotAccepted {
        var ids = require(transfer, "PmtId");
        var amount = StrictXml.at(transfer, "Amt", "InstdAmt");
        if (amount == null) {
            throw new NotAccepted("element InstdAmt is missing in CdtTrfTxInf");
        }
        var remittance = StrictXml.at(transfer, "RmtInf");
        return new Transfer(
                new Ids(
                        StrictXml.textAt(ids, "InstrId"),
                        StrictXml.textAt(ids, "EndToEndId"),
                        StrictXml.textAt(ids, "UETR")),
                amount.getTextContent(),
                amount.getAttribute("Ccy"),
                StrictXml.textAt(transfer, "ChrgBr"),
                payee(transfer),
                remittance == null
                        ? List.of()
                        : StrictXml.all(remittance, "Ustrd").stream()
                                .map(Element::getTextContent)
                                .toList(),
                remittance == null ? null : StrictXml.textAt(remittance, "Strd", "CdtrRefInf", "Ref"));
    }

    private static Payee payee(Element transfer) {
        var address = StrictXml.at(transfer, "Cdtr", "PstlAdr");
        var bank = bic(transfer, "CdtrAgt");
        return new Payee(
                StrictXml.textAt(transfer, "Cdtr", "Nm"),
                address == null ? null : address(address),
                account(transfer, "CdtrAcct"),
                StrictXml.at(transfer, "CdtrAcct", "Id", "IBAN") != null,
                bank == null ? StrictXml.textAt(transfer, "CdtrAgt", "FinInstnId", "ClrSysMmbId", "MmbId") : bank);
    }

    private static Address address(Element address) {
        return new Address(
                StrictXml.textAt(address, "TwnNm"),
                StrictXml.textAt(address, "Ctry"),
                StrictXml.all(address, "AdrLine").stream()
                        .map(Element::getTextContent)
                        .toList(),
                StrictXml.elements(address).stream().anyMatch(each -> !PLAIN_ADDRESS.contains(each.getLocalName())));
    }

    private static @Nullable String account(Element parent, String name) {
        var iban = StrictXml.textAt(parent, name, "Id", "IBAN");
        return iban == null ? StrictXml.textAt(parent, name, "Id", "Othr", "Id") : iban;
    }

    private static @Nullable String bic(Element parent, String name) {
        var bic = StrictXml.textAt(parent, name, "FinInstnId", "BICFI");
        return bic == null ? StrictXml.textAt(parent, name, "FinInstnId", "BIC") : bic;
    }

    private static Element require(Element parent, String name) throws NotAccepted {
        var found = StrictXml.at(parent, name);
        if (found == null) {
            throw new NotAccepted("element " + name + " is missing in " + parent.getLocalName());
        }
        return found;
    }
}
