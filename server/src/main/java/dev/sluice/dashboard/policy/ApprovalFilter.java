package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.disbursement.approval.Approvals.ApprovalSearch;
import dev.sluice.disbursement.approval.Approvals.Order;
import dev.sluice.http.Decimals;
import dev.sluice.http.Ids;
import dev.sluice.http.Method;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Filter and order of the payouts that need an approval. The page's address and form contain it, so that a decision
/// leads back to the filtered list.
///
/// @param least minimum amount in plain notation, or as typed if malformed
public record ApprovalFilter(String unit, String maker, String least, Order order) {
    private static final String UNIT = "unit";
    private static final String MAKER = "maker";
    private static final String MIN = "min";
    private static final String ORDER = "sort";

    static ApprovalFilter of(PageContext context) {
        var sent = context.request().method() == Method.POST ? context.form() : context.query();
        return new ApprovalFilter(
                sent.text(UNIT).orElse(""),
                sent.text(MAKER).flatMap(Ids::parse).map(UUID::toString).orElse(""),
                sent.text(MIN).map(String::strip).orElse(""),
                sent.text(ORDER)
                        .flatMap(name -> Stream.of(Order.values())
                                .filter(order -> name(order).equals(name))
                                .findFirst())
                        .orElse(Order.OLDEST));
    }

    private static String name(Order order) {
        return order.name().toLowerCase(Locale.ROOT);
    }

    /// Reports whether the filter excludes any payout.
    public boolean isFiltered() {
        return !unit.isEmpty() || !maker.isEmpty() || !least.isEmpty();
    }

    private Optional<BigDecimal> amount() {
        return Decimals.unsigned(least);
    }

    private Optional<UUID> makerId() {
        return Ids.parse(maker);
    }

    /// Returns the problem of an unusable filter: a minimum needs a currency, because amounts of different
    /// currencies are not comparable.
    Problems problems(Texts texts) {
        if (!least.isEmpty() && amount().isEmpty()) {
            return Problems.of(MIN, texts.get("leastUnusable"));
        }
        return least.isEmpty() || !unit.isEmpty() ? Problems.none() : Problems.of(MIN, texts.get("leastOfWhat"));
    }

    ApprovalSearch filter() {
        return new ApprovalSearch(unit.isEmpty() ? null : unit, makerId().orElse(null), amount().orElse(null), order);
    }

    /// Returns the minimum amount in the page's notation.
    public String typed(Formats formats) {
        return amount().map(formats::number).orElse(least);
    }

    /// Returns the selectable orders.
    public Order[] orders() {
        return Order.values();
    }

    public String value(Order choice) {
        return name(choice);
    }

    /// Returns the query parameters of this filter; omits defaults.
    public Map<String, String> parameters() {
        var all = new LinkedHashMap<String, String>();
        all.put(UNIT, unit);
        all.put(MAKER, maker);
        all.put(MIN, amount().map(BigDecimal::toPlainString).orElse(least));
        all.put(PageContext.FORM_LANGUAGE, amount().isPresent() ? Locale.ENGLISH.getLanguage() : "");
        all.put(ORDER, order == Order.OLDEST ? "" : name(order));
        all.values().removeIf(String::isEmpty);
        return all;
    }
}
