package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.Booking.Kind;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Texts of notices, intraday reports and statements: camt.054, camt.052 and camt.053.
final class CamtText {
    private static final Map<String, List<String>> NAMES = Map.of(
            "camt.052", List.of("BkToCstmrAcctRpt", "Rpt"),
            "camt.053", List.of("BkToCstmrStmt", "Stmt"),
            "camt.054", List.of("BkToCstmrDbtCdtNtfctn", "Ntfctn"));

    private final BankSettings settings;
    private final String message;
    private final String currency;
    private final int decimals;
    private final EntryText entries;

    /// @param message such as `camt.053.001.08`
    CamtText(BankSettings settings, String message) {
        this.settings = settings;
        this.message = message;
        this.currency = settings.account().currency();
        this.decimals = settings.account().decimals();
        this.entries = new EntryText(settings, message);
    }

    /// A page.
    ///
    /// @param number `ElctrncSeqNb`
    /// @param orders orders of the entries by their ids
    record Page(
            String msgId,
            Instant createdAt,
            @Nullable String number,
            List<Balance> balances,
            List<Booking> bookings,
            Map<Long, Order> orders,
            boolean wrongTotals) {}

    /// @param type such as `CLBD`
    record Balance(String type, long units, LocalDate day) {}

    String text(Page page) {
        var names = NAMES.getOrDefault(message.substring(0, "camt.053".length()), List.of());
        var xml = new XmlText(message).open(names.get(0), "GrpHdr");
        xml.leaf("MsgId", page.msgId()).time("CreDtTm", page.createdAt(), settings.zone());
        xml.close(1).open(names.get(1)).leaf("Id", page.msgId() + "-1").leaf("ElctrncSeqNb", page.number());
        xml.time("CreDtTm", page.createdAt(), settings.zone());
        account(xml);
        page.balances().forEach(each -> balance(xml, each));
        summary(xml, page);
        for (var booking : page.bookings()) {
            entries.entry(
                    xml,
                    booking,
                    booking.content().orderIds().stream()
                            .map(id -> page.orders().get(id))
                            .toList());
        }
        return xml.end();
    }

    private void account(XmlText xml) {
        var account = settings.account();
        xml.open("Acct", "Id");
        if (account.iban()) {
            xml.leaf("IBAN", account.number());
        } else {
            xml.path(account.number(), "Othr", "Id");
        }
        xml.close(1).leaf("Ccy", currency).path(account.holder(), "Ownr", "Nm");
        if (account.bic() != null) {
            xml.open("Svcr", "FinInstnId")
                    .leaf(entries.bicName(), account.bic())
                    .close(2);
        }
        xml.close(1);
    }

    private void balance(XmlText xml, Balance balance) {
        xml.open("Bal").path(balance.type(), "Tp", "CdOrPrtry", "Cd");
        xml.amount("Amt", currency, Units.text(balance.units(), decimals));
        xml.leaf("CdtDbtInd", Units.indicator(balance.units()));
        xml.path(balance.day().toString(), "Dt", "Dt").close(1);
    }

    private void summary(XmlText xml, Page page) {
        var credits = page.bookings().stream().filter(each -> each.units() > 0).toList();
        var debits = page.bookings().stream().filter(each -> each.units() < 0).toList();
        int wrong = page.wrongTotals() ? 1 : 0;
        xml.open("TxsSummry");
        total(xml, "TtlNtries", page.bookings(), wrong);
        total(xml, "TtlCdtNtries", credits, 0);
        total(xml, "TtlDbtNtries", debits, 0);
        xml.close(1);
    }

    private void total(XmlText xml, String name, List<Booking> bookings, int wrong) {
        long sum = bookings.stream().mapToLong(each -> Math.abs(each.units())).sum();
        xml.open(name).leaf("NbOfNtries", Integer.toString(bookings.size() + wrong));
        xml.leaf("Sum", Units.text(sum + wrong, decimals)).close(1);
    }

    /// Returns the ids of all orders of entries.
    static List<Long> orderIds(List<Booking> bookings) {
        return bookings.stream()
                .flatMap(each -> each.content().orderIds().stream())
                .distinct()
                .toList();
    }

    /// Returns true for an entry that takes an earlier one back.
    static boolean isReversal(Booking booking) {
        return booking.kind() == Kind.REVERSAL;
    }
}
