package dev.sluice.cli;

import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.reconcile.Reconciliation;
import dev.sluice.reconcile.Terms;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.Period;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Output of `reconcile` for one account. Scripts rely on the names of the JSON.
///
/// @param reconciliation null if no statement has closed a day
record ReconcileOutput(
        BankProfile profile,
        @Nullable Reconciliation reconciliation,
        List<BankBreak> breaks,
        LocalDate today) {
    private static final String NOTHING = "-";

    ReconcileOutput {
        breaks = List.copyOf(breaks);
    }

    Map<String, @Nullable Object> document() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("account", profile.id());
        json.put("day", reconciliation == null ? null : reconciliation.day().toString());
        json.put("terms", reconciliation == null ? null : document(reconciliation.terms()));
        json.put("breaks", breaks.stream().map(this::document).toList());
        return json;
    }

    private static Map<String, Object> document(Terms terms) {
        var json = new LinkedHashMap<String, Object>();
        terms(terms).forEach((name, amount) -> json.put(name, amount.decimal()));
        return json;
    }

    private static Map<String, Money> terms(Terms terms) {
        var named = new LinkedHashMap<String, Money>();
        named.put("anchor", terms.anchor());
        named.put("clearing", terms.clearing());
        named.put("inTransit", terms.inTransit());
        named.put("openEntries", terms.openEntries());
        named.put("closing", terms.closing());
        named.put("expected", terms.expected());
        named.put("difference", terms.difference());
        return named;
    }

    private Map<String, Object> document(BankBreak open) {
        var json = new LinkedHashMap<String, Object>();
        json.put("kind", open.kind().name());
        json.put("amount", open.amount());
        json.put("age", age(open));
        json.put("subject", open.subject());
        return json;
    }

    private String age(BankBreak open) {
        return Period.ofDays(Math.toIntExact(open.ageDays(today))).toString();
    }

    void print(PrintWriter out) {
        if (reconciliation == null) {
            out.println(profile.id() + ": no statement has closed a day");
        } else {
            out.println(profile.id() + ", " + reconciliation.day() + ", "
                    + profile.account().currency());
            var table = new Table("TERM", "AMOUNT");
            terms(reconciliation.terms())
                    .forEach((name, amount) -> table.row(name, amount(amount)));
            table.print(out);
        }
        if (breaks.isEmpty()) {
            out.println("no breaks");
        } else {
            var table = new Table("BREAK", "AMOUNT", "AGE", "SUBJECT", "NOTE");
            breaks.forEach(each -> table.row(
                    each.kind(),
                    each.amount().toPlainString(),
                    age(each),
                    each.subject(),
                    each.note().isBlank() ? NOTHING : PlainText.of(each.note())));
            table.print(out);
        }
        out.println();
    }

    /// Returns the amount with all decimals of the currency.
    private static String amount(Money amount) {
        return new BigDecimal(amount.units(), amount.asset().exponent()).toPlainString();
    }
}
