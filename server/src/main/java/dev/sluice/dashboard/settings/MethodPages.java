package dev.sluice.dashboard.settings;

import dev.sluice.checkout.CheckoutDesigns;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Payment methods that payment pages offer in a currency, and their order.
public final class MethodPages {
    private static final String PATH = SettingsPages.PATH + "/methods";
    private static final String ONE = PATH + "/{currency}";
    private static final String PLACE = "place.";
    private static final String METHOD = "method";
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]?");

    private final DashboardGuard guard;
    private final References references;
    private final CheckoutDesigns designs;

    MethodPages(DashboardGuard guard, References references, CheckoutDesigns designs) {
        this.guard = guard;
        this.references = references;
        this.designs = designs;
    }

    List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.CHANGE_SETTINGS, this::stored),
                guard.action(ONE, Permission.CHANGE_SETTINGS, this::before, OptionalReason.optional(this::set)));
    }

    private Answer stored(PageContext context) {
        var all = references.depositCurrencies();
        return context.request()
                .query()
                .text("currency")
                .filter(all::contains)
                .or(() -> SettingsPages.usualCurrency(references))
                .map(currency -> stored(context, currency))
                .orElseGet(() -> Unpayable.page(context, "methodsTitle"));
    }

    private Answer stored(PageContext context, String currency) {
        var offered = designs.methods(organizationId(context), currency);
        return show(context, 200, currency, rows(offered, currency), Problems.none(), version(offered));
    }

    /// Returns the offered methods in their order, then the others.
    private List<Row> rows(List<String> offered, String currency) {
        var methods = new ArrayList<>(references.depositMethods(currency));
        methods.sort(Comparator.comparingInt(method -> {
            int at = offered.indexOf(method.bankCode());
            return at < 0 ? Integer.MAX_VALUE : at;
        }));
        var rows = new ArrayList<Row>();
        for (var method : methods) {
            rows.add(new Row(method, offered.contains(method.bankCode()), String.valueOf(rows.size() + 1)));
        }
        return rows;
    }

    private Map<String, String> before(PageContext context) {
        return Map.of("before.method", String.join(", ", designs.methods(organizationId(context), currency(context))));
    }

    private Answer set(PageContext context) {
        var texts = context.texts(SettingsPages.BUNDLE);
        var currency = currency(context);
        var chosen = context.form().texts("method");
        var rows = references.depositMethods(currency).stream()
                .map(method -> new Row(
                        method,
                        chosen.contains(method.bankCode()),
                        context.form()
                                .text(PLACE + method.bankCode())
                                .map(String::strip)
                                .orElse("")))
                .toList();
        var problems = problems(texts, rows, chosen);
        if (!problems.isEmpty()) {
            return show(context, 400, currency, rows, problems, FormVersion.sent(context));
        }
        var offered = rows.stream()
                .filter(Row::on)
                .sorted(Comparator.comparingInt(row -> Integer.parseInt(row.place())))
                .map(row -> row.method().bankCode())
                .toList();
        return FormVersion.orOvertaken(
                () -> offer(context, currency, offered), () -> overtaken(context, currency, rows));
    }

    private Answer offer(PageContext context, String currency, List<String> offered) {
        var version = FormVersion.sent(context);
        designs.offer(
                organizationId(context), currency, offered, stored -> version.allows(fields(stored), fields(offered)));
        var told = context.texts(SettingsPages.BUNDLE).get("methodsSaved", currency);
        return context.redirect(Links.of(PATH, Map.of("currency", currency)), told);
    }

    /// Shows the input with the stored selection.
    private Answer overtaken(PageContext context, String currency, List<Row> rows) {
        var now = designs.methods(organizationId(context), currency);
        var names = rows(now, currency).stream()
                .filter(Row::on)
                .map(row -> row.method().name())
                .collect(Collectors.joining(", "));
        var told = FormVersion.conflictMessage(context, guard.last(context, ONE)) + " "
                + FormVersion.stored(context, names) + ".";
        return show(context, 409, currency, rows, Problems.of(METHOD, told), version(now));
    }

    private static FormVersion version(List<String> offered) {
        return FormVersion.of(fields(offered));
    }

    private static Map<String, String> fields(List<String> offered) {
        return Map.of(METHOD, String.join(", ", offered));
    }

    private static Problems problems(Texts texts, List<Row> rows, List<String> chosen) {
        var problems = new LinkedHashMap<String, String>();
        var known = rows.stream().map(row -> row.method().bankCode()).toList();
        if (chosen.isEmpty()) {
            problems.put("method", texts.get("noMethod"));
        } else if (!known.containsAll(chosen)) {
            problems.put("method", texts.get("unknownMethod"));
        }
        var places = new HashMap<String, String>();
        for (var row : rows) {
            if (!row.on()) {
                continue;
            }
            var other = places.putIfAbsent(row.place(), row.method().name());
            if (!NUMBER.matcher(row.place()).matches()) {
                problems.put(row.field(), texts.get("notPlace"));
            } else if (other != null) {
                problems.put(row.field(), texts.get("placeTaken", other));
            }
        }
        return new Problems(null, problems);
    }

    private Answer show(
            PageContext context, int status, String currency, List<Row> rows, Problems problems, FormVersion version) {
        var texts = context.texts(SettingsPages.BUNDLE);
        var look = DesignForm.of(designs.of(organizationId(context))).fields();
        var preview = new TreeMap<>(look);
        preview.put("currency", currency);
        return context.page(
                status,
                "dashboard/settings/methods.jte",
                Section.SETTINGS,
                texts.get("methodsTitle"),
                frame -> new Methods(
                        frame,
                        texts,
                        problems,
                        references.depositCurrencies(),
                        currency,
                        rows,
                        version,
                        OptionalReason.input(context),
                        Links.of(SettingsPages.PATH + "/preview", preview)));
    }

    private String currency(PageContext context) {
        var currency = context.request().parameter("currency");
        if (!references.depositCurrencies().contains(currency)) {
            throw Refusal.NOT_FOUND.refused();
        }
        return currency;
    }

    private static UUID organizationId(PageContext context) {
        return context.visitor().organizationId();
    }

    /// Payment method with its selection and position.
    public record Row(DepositMethod method, boolean on, String place) {
        public String field() {
            return PLACE + method.bankCode();
        }
    }

    /// Page of the payment methods.
    ///
    /// @param version version of the selection that the form was rendered from
    public record Methods(
            Frame frame,
            Texts texts,
            Problems problems,
            List<String> currencies,
            String currency,
            List<Row> rows,
            FormVersion version,
            String reason,
            String preview) {}
}
