package dev.sluice.iso20022.camt;

import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlCursor;
import dev.sluice.iso20022.xml.XmlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a statement message (`BkToCstmrStmt`), a report (`BkToCstmrAcctRpt`) or a notice (`BkToCstmrDbtCdtNtfctn`).
/// Entries are read one at a time, so that only their values stay in memory.
public final class CamtReader {
    private final Findings findings;

    public CamtReader(Findings findings) {
        this.findings = findings;
    }

    public StatementMessage read(XmlCursor at) throws Unreadable {
        var pages = new ArrayList<Statement>();
        var msgId = new ArrayList<String>();
        at.children(name -> {
            switch (name) {
                case "GrpHdr" -> {
                    var id = at.node().text("MsgId");
                    if (id != null) {
                        msgId.add(id);
                    }
                }
                case "Stmt", "Rpt", "Ntfctn" -> pages.add(page(at, name.equals("Stmt")));
                default -> {
                    // Supplementary data has no money.
                }
            }
        });
        return new StatementMessage(msgId.isEmpty() ? null : msgId.getFirst(), pages);
    }

    /// @param isStatement a statement may continue on another page; reports and notices are complete
    private Statement page(XmlCursor at, boolean isStatement) throws Unreadable {
        var header = new ArrayList<XmlNode>();
        var entries = new ArrayList<Entry>();
        var entryReader = new EntryReader(findings);
        var position = at.position();
        at.children(name -> {
            switch (name) {
                case "Ntry" -> entries.add(entryReader.read(at));
                case "Id", "ElctrncSeqNb", "LglSeqNb", "Acct", "Bal", "TxsSummry" -> header.add(at.node());
                default -> {
                    // Periods, sources and interest rates decide nothing.
                }
            }
        });
        var node = new XmlNode("Stmt", "", null, position, header);
        var balances = new BalanceReader(findings, isStatement).read(node.all("Bal"));
        var page = new Statement(
                node.text("Id"),
                Values.account(node.at("Acct")),
                Remittance.firstOf(node.text("ElctrncSeqNb"), node.text("LglSeqNb")),
                currency(node, balances, entries),
                balances,
                entries);
        var summary = node.at("TxsSummry");
        if (summary != null) {
            SummaryCheck.check(page, summary, findings);
        }
        return page;
    }

    private static @Nullable String currency(XmlNode node, Statement.Balances balances, List<Entry> entries) {
        var own = node.text("Acct", "Ccy");
        if (own != null) {
            return own;
        }
        var balance = balances.closing() == null ? balances.opening() : balances.closing();
        if (balance != null) {
            return balance.amount().currency();
        }
        return entries.isEmpty() ? null : entries.getFirst().amount().currency();
    }
}
