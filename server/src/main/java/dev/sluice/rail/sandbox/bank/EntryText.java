package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.Booking.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Text of one entry in camt.05x. Versions 02 and 03 are older, version 08 and later are newer than the others in
/// some elements.
final class EntryText {
    private static final int VERSION_WITH_AMOUNTS = 4;
    private static final int VERSION_WITH_CHOICES = 8;

    private final BankSettings settings;
    private final String currency;
    private final int decimals;
    private final int version;

    EntryText(BankSettings settings, String message) {
        this.settings = settings;
        this.currency = settings.account().currency();
        this.decimals = settings.account().decimals();
        this.version = Integer.parseInt(message.substring(message.lastIndexOf('.') + 1));
    }

    /// Returns the name of the element of a BIC.
    String bicName() {
        return version < VERSION_WITH_AMOUNTS ? "BIC" : "BICFI";
    }

    /// @param orders orders of a payment, a sum or a return
    void entry(XmlText xml, Booking booking, List<Order> orders) {
        xml.open("Ntry");
        if (booking.reference() != null) {
            xml.leaf("NtryRef", Long.toString(booking.id()));
        }
        amount(xml, booking.units());
        if (CamtText.isReversal(booking)) {
            xml.leaf("RvslInd", "true");
        }
        if (version < VERSION_WITH_CHOICES) {
            xml.leaf("Sts", "BOOK");
        } else {
            xml.path("BOOK", "Sts", "Cd");
        }
        var day = booking.day().toString();
        xml.path(day, "BookgDt", "Dt").path(day, "ValDt", "Dt").leaf("AcctSvcrRef", booking.reference());
        code(xml, booking.kind());
        details(xml, booking, orders);
        xml.leaf("AddtlNtryInf", label(booking.kind())).close(1);
    }

    private void amount(XmlText xml, long units) {
        xml.amount("Amt", currency, Units.text(units, decimals)).leaf("CdtDbtInd", Units.indicator(units));
    }

    private static void code(XmlText xml, Kind kind) {
        var codes = switch (kind) {
            case PAYMENT, LUMP -> List.of("PMNT", "ICDT", "ESCT");
            case RETURN -> List.of("PMNT", "ICDT", "RRTN");
            case CREDIT, REVERSAL -> List.of("PMNT", "RCDT", "ESCT");
            case CHARGE -> List.of("ACMT", "MDOP", "CHRG");
            case INTEREST -> List.of("ACMT", "MCOP", "INTR");
        };
        xml.open("BkTxCd", "Domn").leaf("Cd", codes.get(0)).open("Fmly").leaf("Cd", codes.get(1));
        xml.leaf("SubFmlyCd", codes.get(2)).close(3);
    }

    private void details(XmlText xml, Booking booking, List<Order> orders) {
        xml.open("NtryDtls");
        switch (booking.kind()) {
            case LUMP -> {
                var ids = orders.getFirst().ids();
                xml.open("Btch").leaf("MsgId", ids.msgId()).leaf("PmtInfId", ids.block());
                xml.leaf("NbOfTxs", Integer.toString(orders.size())).close(1);
                if (booking.content().hasDetails()) {
                    orders.forEach(each -> transaction(xml, booking, each, -each.units()));
                }
            }
            case PAYMENT, RETURN -> transaction(xml, booking, orders.getFirst(), booking.units());
            case CREDIT, REVERSAL -> incoming(xml, booking);
            case CHARGE, INTEREST -> {
                xml.open("TxDtls").path(booking.reference(), "Refs", "AcctSvcrRef");
                transactionAmount(xml, booking.units());
                xml.path(booking.content().remittance(), "RmtInf", "Ustrd").close(1);
            }
        }
        xml.close(1);
    }

    /// A payment of the customer, or its return with the identifiers of the payment.
    private void transaction(XmlText xml, Booking booking, Order order, long units) {
        var ids = order.ids();
        xml.open("TxDtls", "Refs").leaf("MsgId", ids.msgId());
        if (booking.reference() != null && booking.kind() == Kind.LUMP) {
            xml.leaf("AcctSvcrRef", booking.reference() + "-" + order.id());
        } else {
            xml.leaf("AcctSvcrRef", booking.reference());
        }
        xml.leaf("PmtInfId", ids.block()).leaf("InstrId", ids.instruction()).leaf("EndToEndId", ids.endToEnd());
        if (version >= VERSION_WITH_CHOICES) {
            xml.leaf("UETR", ids.uetr());
        }
        xml.close(1);
        transactionAmount(xml, units);
        charges(xml, booking);
        var account = settings.account();
        xml.open("RltdPties");
        party(xml, "Dbtr", new Party(account.holder(), account.number(), null), account.iban());
        party(
                xml,
                "Cdtr",
                order.payee(),
                CheckDigits.isIban(String.valueOf(order.payee().account())));
        xml.close(1);
        agent(xml, "CdtrAgt", order.payee().bank());
        remittance(xml, order.remittance(), order.reference());
        var returnCode = booking.content().returnCode();
        if (returnCode != null) {
            xml.open("RtrInf")
                    .path(returnCode, "Rsn", "Cd")
                    .leaf("AddtlInf", "Returned by the payee's bank")
                    .close(1);
        }
        xml.close(1);
    }

    /// A payment of somebody else, or its reversal.
    private void incoming(XmlText xml, Booking booking) {
        var content = booking.content();
        xml.open("TxDtls", "Refs").leaf("AcctSvcrRef", booking.reference());
        xml.leaf("EndToEndId", content.endToEndId() == null ? "NOTPROVIDED" : content.endToEndId())
                .close(1);
        transactionAmount(xml, booking.units());
        xml.open("RltdPties");
        party(
                xml,
                "Dbtr",
                content.party(),
                CheckDigits.isIban(String.valueOf(content.party().account())));
        var own = content.ownAccount() == null ? settings.account().number() : content.ownAccount();
        party(xml, "Cdtr", new Party(settings.account().holder(), own, null), CheckDigits.isIban(own));
        xml.close(1);
        agent(xml, "DbtrAgt", content.party().bank());
        remittance(xml, content.remittance(), content.payerReference());
        xml.close(1);
    }

    private void transactionAmount(XmlText xml, long units) {
        if (version < VERSION_WITH_AMOUNTS) {
            xml.open("AmtDtls", "TxAmt")
                    .amount("Amt", currency, Units.text(units, decimals))
                    .close(2);
        } else {
            amount(xml, units);
        }
    }

    private void charges(XmlText xml, Booking booking) {
        long charges = booking.content().charges();
        if (charges > 0) {
            var text = Units.text(charges, decimals);
            xml.open("Chrgs");
            if (version < VERSION_WITH_AMOUNTS) {
                xml.amount("Amt", currency, text);
            } else {
                xml.amount("TtlChrgsAndTaxAmt", currency, text);
            }
            xml.close(1);
        }
    }

    private void party(XmlText xml, String side, Party party, boolean iban) {
        if (party.name() != null && !party.name().isEmpty()) {
            xml.open(side);
            if (version < VERSION_WITH_CHOICES) {
                xml.leaf("Nm", party.name());
            } else {
                xml.path(party.name(), "Pty", "Nm");
            }
            xml.close(1);
        }
        if (party.account() != null) {
            xml.open(side + "Acct", "Id");
            if (iban) {
                xml.leaf("IBAN", party.account());
            } else {
                xml.path(party.account(), "Othr", "Id");
            }
            xml.close(2);
        }
    }

    private void agent(XmlText xml, String name, @Nullable String bank) {
        if (bank == null) {
            return;
        }
        xml.open("RltdAgts", name, "FinInstnId");
        if (bank.matches("[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?")) {
            xml.leaf(bicName(), bank);
        } else {
            xml.path(bank, "ClrSysMmbId", "MmbId");
        }
        xml.close(3);
    }

    private static void remittance(XmlText xml, String text, @Nullable String reference) {
        if (reference != null) {
            xml.open("RmtInf", "Strd").path(reference, "CdtrRefInf", "Ref").close(2);
        } else if (!text.isEmpty()) {
            xml.path(text, "RmtInf", "Ustrd");
        }
    }

    static String label(Kind kind) {
        return switch (kind) {
            case PAYMENT -> "Credit transfer";
            case LUMP -> "Batch of credit transfers";
            case RETURN -> "Return of a credit transfer";
            case CREDIT -> "Incoming credit transfer";
            case REVERSAL -> "Reversal of an incoming credit transfer";
            case CHARGE -> "Charges";
            case INTEREST -> "Interest";
        };
    }
}
