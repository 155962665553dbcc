package dev.sluice.iso20022.camt;

import dev.sluice.iso20022.Balance;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Statement.Balances;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Chooses the opening and the closing balance of a page. Available and forward balances are no booked balances, so
/// they decide nothing.
///
/// Opening is `OPBD`, else `PRCD`, the closing balance of the day before. Closing is `CLBD`. In a statement of
/// several pages, `ITBD` takes the place of the one that is missing: at the end of a page that continues, and at
/// the beginning of the next one. In a report of the day (camt.052), `ITBD` is the balance at some moment; entries
/// that were reported earlier may be part of it, so it closes nothing.
final class BalanceReader {
    private static final String INTERIM = "ITBD";

    private final Findings findings;
    private final boolean isStatement;
    private final List<Typed> all = new ArrayList<>();

    BalanceReader(Findings findings, boolean isStatement) {
        this.findings = findings;
        this.isStatement = isStatement;
    }

    private record Typed(String type, Balance balance) {}

    Balances read(List<XmlNode> nodes) throws Unreadable {
        for (var node : nodes) {
            var type = node.code("Tp", "CdOrPrtry");
            if (type == null) {
                // Version 01 and some banks leave out CdOrPrtry.
                type = node.code("Tp");
            }
            if (type != null) {
                add(type.toUpperCase(Locale.ROOT), node);
            }
        }
        var opening = earliest("OPBD");
        opening = opening == null ? earliest("PRCD") : opening;
        var closing = latest("CLBD");
        if (isStatement) {
            var interim = of(INTERIM).toList();
            if (closing == null && opening == null && interim.size() > 1) {
                return new Balances(interim.getFirst(), interim.getLast());
            }
            if (!interim.isEmpty() && opening == null) {
                opening = interim.getFirst();
            } else if (!interim.isEmpty() && closing == null) {
                closing = interim.getLast();
            }
        }
        return new Balances(opening, closing);
    }

    private void add(String type, XmlNode node) throws Unreadable {
        var amountNode = node.at("Amt");
        if (amountNode == null) {
            findings.problem(node.position() + ": balance " + type + " has no amount");
            return;
        }
        var amount = Values.amount(amountNode);
        var indicator = node.at("CdtDbtInd");
        // Some banks leave the indicator of an empty account out.
        boolean credit = amount.signum() == 0 || Values.isCredit(indicator, node.position());
        all.add(new Typed(
                type,
                new Balance(
                        credit ? amount : amount.negated(),
                        Values.date(node.at("Dt"), findings),
                        type.equals(INTERIM))));
    }

    private @Nullable Balance earliest(String type) {
        return of(type).reduce(
                        (first, next) -> day(next, LocalDate.MAX).isBefore(day(first, LocalDate.MAX)) ? next : first)
                .orElse(null);
    }

    private @Nullable Balance latest(String type) {
        return of(type).reduce(
                        (last, next) -> day(next, LocalDate.MIN).isBefore(day(last, LocalDate.MIN)) ? last : next)
                .orElse(null);
    }

    private Stream<Balance> of(String type) {
        return all.stream().filter(each -> each.type().equals(type)).map(Typed::balance);
    }

    private static LocalDate day(Balance balance, LocalDate unknown) {
        var on = balance.on();
        return on == null ? unknown : on;
    }
}
