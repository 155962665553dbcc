package dev.sluice.iso20022.camt;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.EntryDetails.Counterparty;
import dev.sluice.iso20022.EntryDetails.References;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.PaymentReturn;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one transaction of an entry (`TxDtls`).
final class DetailsReader {
    /// Swiss banks mark payments that a slip reader rejected in this way.
    private static final String REJECT_MARK = "?REJECT?";

    private DetailsReader() {}

    /// @param entryIsCredit direction of the entry, for details without their own
    /// @param currency currency of the entry
    static EntryDetails read(XmlNode node, boolean entryIsCredit, String currency, Findings findings)
            throws Unreadable {
        var indicator = node.at("CdtDbtInd");
        boolean credit = indicator == null ? entryIsCredit : Values.isCredit(indicator, node.position());
        return new EntryDetails(
                amount(node, credit, currency),
                references(node),
                counterparty(node, credit),
                remittance(node),
                returned(node),
                charges(node, findings),
                ownAccount(node, credit));
    }

    private static @Nullable String ownAccount(XmlNode node, boolean credit) {
        var parties = node.at("RltdPties");
        return parties == null ? null : Values.account(parties.at(credit ? "CdtrAcct" : "DbtrAcct"));
    }

    /// Returns the amount in the currency of the account. Older versions have it among the details of the amount.
    private static @Nullable Amount amount(XmlNode node, boolean credit, String currency) throws Unreadable {
        for (var found : new @Nullable XmlNode[] {
            node.at("Amt"), node.at("AmtDtls", "TxAmt", "Amt"), node.at("AmtDtls", "InstdAmt", "Amt")
        }) {
            if (found != null && currency.equals(found.currency())) {
                var amount = Values.amount(found);
                return credit ? amount : amount.negated();
            }
        }
        return null;
    }

    private static References references(XmlNode node) {
        var refs = node.at("Refs");
        if (refs == null) {
            return References.NONE;
        }
        return new References(
                Remittance.provided(refs.text("EndToEndId")),
                Remittance.provided(refs.text("AcctSvcrRef")),
                Remittance.provided(refs.text("MsgId")),
                Remittance.provided(refs.text("PmtInfId")),
                Remittance.provided(refs.text("InstrId")),
                refs.text("UETR"));
    }

    /// Returns the debtor of a credit and the creditor of a debit. A return may name only the parties of the
    /// original payment, so the other side is better than none.
    private static Counterparty counterparty(XmlNode node, boolean credit) {
        var parties = node.at("RltdPties");
        var agents = node.at("RltdAgts");
        var sides = credit ? List.of("Dbtr", "Cdtr") : List.of("Cdtr", "Dbtr");
        for (var side : sides) {
            var name = parties == null ? null : name(parties, side);
            var account = parties == null ? null : Values.account(parties.at(side + "Acct"));
            var bank = agents == null ? null : bank(agents.at(side + "Agt"));
            if (name != null || account != null) {
                return new Counterparty(name, account, bank);
            }
        }
        return Counterparty.NONE;
    }

    private static @Nullable String name(XmlNode parties, String side) {
        return Remittance.firstOf(
                parties.text(side, "Nm"),
                parties.text(side, "Pty", "Nm"),
                parties.text(side, "Agt", "FinInstnId", "Nm"),
                parties.text("Ultmt" + side, "Nm"),
                parties.text("Ultmt" + side, "Pty", "Nm"));
    }

    private static @Nullable String bank(@Nullable XmlNode agent) {
        return agent == null
                ? null
                : Remittance.firstOf(
                        agent.text("FinInstnId", "BICFI"),
                        agent.text("FinInstnId", "BIC"),
                        agent.text("FinInstnId", "ClrSysMmbId", "MmbId"));
    }

    private static Remittance remittance(XmlNode node) {
        var info = node.at("RmtInf");
        if (info == null) {
            return Remittance.NONE;
        }
        var references = new ArrayList<String>();
        var lines = new ArrayList<String>();
        for (var each : info.all("Ustrd")) {
            add(lines, each.text());
        }
        for (var each : info.all("Strd")) {
            add(references, Remittance.firstOf(each.text("CdtrRefInf", "Ref"), each.text("CdtrRefInf", "CdtrRef")));
            for (var document : each.all("RfrdDocInf")) {
                add(references, document.text("Nb"));
            }
            for (var further : each.all("AddtlRmtInf")) {
                add(lines, further.text().startsWith(REJECT_MARK) ? null : further.text());
            }
        }
        return new Remittance(references, lines);
    }

    private static void add(List<String> texts, @Nullable String text) {
        if (text != null && !text.isBlank() && !texts.contains(text)) {
            texts.add(text);
        }
    }

    private static @Nullable PaymentReturn returned(XmlNode node) {
        var info = node.at("RtrInf");
        var code = ReturnCodes.of(node.at("BkTxCd"));
        if (info == null) {
            return code == null ? null : new PaymentReturn(code);
        }
        var reason = Remittance.firstOf(info.code("Rsn"), info.code("RtrRsn"), code);
        return new PaymentReturn(reason == null ? PaymentReturn.RETURN : reason);
    }

    private static @Nullable Amount charges(XmlNode node, Findings findings) {
        var total = node.at("Chrgs", "TtlChrgsAndTaxAmt");
        var found = total == null ? node.at("Chrgs", "Rcrd", "Amt") : total;
        found = found == null ? node.at("Chrgs", "Amt") : found;
        if (found == null) {
            return null;
        }
        try {
            return Values.amount(found);
        } catch (Unreadable noAmount) {
            findings.problem(String.valueOf(noAmount.getMessage()));
            return null;
        }
    }
}
