package dev.sluice.operator;

import dev.sluice.dashboard.DayBorders;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.deposit.review.PaymentReviews;
import dev.sluice.deposit.review.PaymentReviews.Search;
import dev.sluice.deposit.review.PaymentReviews.Show;
import dev.sluice.page.Texts;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Filter of the list of unmatched payments, as in the page's address.
///
/// @param organization the only organization to list; null for all
/// @param from first day of receipt, as it was typed
/// @param to last day
public record ExceptionFilter(
        Show show, @Nullable UUID organization, String asset, String reason, String from, String to, ZoneId zone) {
    private static final String SHOW = "show";
    private static final String ORGANIZATION = "organization";
    private static final String ASSET = "asset";
    private static final String REASON = "reason";
    private static final String FROM = "from";
    private static final String TO = "to";

    static ExceptionFilter of(PageContext context) {
        var show = OperatorPages.parameter(context, SHOW)
                .flatMap(text -> Stream.of(Show.values())
                        .filter(each -> name(each).equals(text))
                        .findFirst())
                .orElse(Show.OPEN);
        return new ExceptionFilter(
                show,
                OperatorPages.idParameter(context, ORGANIZATION).orElse(null),
                OperatorPages.parameter(context, ASSET).orElse(""),
                OperatorPages.parameter(context, REASON)
                        .filter(PaymentReviews.reasons()::contains)
                        .orElse(""),
                OperatorPages.parameter(context, FROM).orElse(""),
                OperatorPages.parameter(context, TO).orElse(""),
                context.zone());
    }

    private static String name(Show show) {
        return show.name().toLowerCase(Locale.ROOT);
    }

    /// Returns its name in addresses and text keys.
    public String name() {
        return name(show);
    }

    /// Reports whether the form filters by more than the organization.
    public boolean isFiltered() {
        return Stream.of(asset, reason, from, to).anyMatch(text -> !text.isEmpty());
    }

    /// Returns the problems of invalid days.
    Problems problems(Texts texts) {
        if (!from.isEmpty() && DayBorders.parse(from).isEmpty()) {
            return Problems.of(FROM, texts.get("dayInvalid"));
        }
        return !to.isEmpty() && DayBorders.parse(to).isEmpty()
                ? Problems.of(TO, texts.get("dayInvalid"))
                : Problems.none();
    }

    Search search() {
        return new Search(
                show,
                organization,
                asset.isEmpty() ? null : asset,
                reason.isEmpty() ? null : reason,
                day(from).map(day -> DayBorders.start(day, zone)).orElse(null),
                day(to).map(day -> DayBorders.next(day, zone)).orElse(null));
    }

    private static Optional<LocalDate> day(String text) {
        return DayBorders.parse(text);
    }

    public List<String> reasons() {
        return PaymentReviews.reasons();
    }

    public List<String> shows() {
        return Stream.of(Show.values()).map(ExceptionFilter::name).toList();
    }

    /// Returns the query parameters of the same list, without unset ones.
    Map<String, String> parameters() {
        var all = new LinkedHashMap<String, String>();
        all.put(SHOW, show == Show.OPEN ? "" : name());
        all.put(ORGANIZATION, organization == null ? "" : organization.toString());
        all.put(ASSET, asset);
        all.put(REASON, reason);
        all.put(FROM, from);
        all.put(TO, to);
        return all;
    }
}
