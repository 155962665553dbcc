package dev.sluice.dashboard.notification;

import dev.sluice.client.model.Balance;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.FormVersion.Difference;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Decimals;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.notification.Choices;
import dev.sluice.notification.Kind;
import dev.sluice.notification.NotificationModule;
import dev.sluice.notification.NotificationTexts;
import dev.sluice.notification.Reader;
import dev.sluice.notification.Thresholds;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// Settings of notifications: each user chooses their own mails; the low-balance thresholds apply to the
/// organization.
public final class NotificationSettings {
    private static final String PATH = NotificationPages.PATH + "/settings";
    private static final String THRESHOLDS = NotificationPages.PATH + "/thresholds";
    private static final String FIELD = "threshold.";

    private final DashboardGuard guard;
    private final Choices choices;
    private final Thresholds thresholds;
    private final References references;

    NotificationSettings(DashboardGuard guard, NotificationModule module, References references) {
        this.guard = guard;
        this.choices = module.choices();
        this.thresholds = module.thresholds();
        this.references = references;
    }

    List<Route> routes() {
        return List.of(
                guard.personalPage(PATH, this::shown),
                guard.personalAction(PATH, this::choose),
                guard.action(
                        THRESHOLDS,
                        Permission.CHANGE_SETTINGS,
                        this::before,
                        OptionalReason.optional(this::setThresholds)));
    }

    private Answer choose(PageContext context) {
        var kinds = EnumSet.noneOf(Kind.class);
        var sent = context.form().texts("kind");
        for (var kind : Kind.values()) {
            if (sent.contains(kind.name())) {
                kinds.add(kind);
            }
        }
        choices.choose(context.visitor().user(), kinds);
        return context.redirect(PATH, context.texts(NotificationTexts.BUNDLE).get("chosen"));
    }

    private Map<String, String> before(PageContext context) {
        var before = new TreeMap<String, String>();
        plain(thresholds.of(context.visitor().organizationId()))
                .forEach((asset, amount) -> before.put("before." + FIELD + asset, amount));
        return before;
    }

    private Answer shown(PageContext context) {
        var stored = thresholds.of(context.visitor().organizationId());
        return show(
                context,
                200,
                written(stored, amount -> context.formats().number(amount.decimal())),
                Problems.none(),
                FormVersion.of(plain(stored)));
    }

    private static Map<String, String> written(Map<String, Money> amounts, Function<Money, String> writing) {
        var written = new TreeMap<String, String>();
        amounts.forEach((asset, amount) -> written.put(asset, writing.apply(amount)));
        return written;
    }

    private static Map<String, String> plain(Map<String, Money> amounts) {
        return written(amounts, amount -> amount.decimal().toPlainString());
    }

    private Answer setThresholds(PageContext context) {
        var texts = context.texts(NotificationTexts.BUNDLE);
        var typed = new TreeMap<String, String>();
        var amounts = new LinkedHashMap<String, Optional<Money>>();
        var problems = new LinkedHashMap<String, String>();
        for (var balance : context.client().balances().list()) {
            var code = balance.currency();
            var field = FIELD + code;
            var text = context.form().text(field).map(String::strip).orElse("");
            var asset = references.asset(code);
            typed.put(code, text);
            if (text.isEmpty()) {
                amounts.put(code, Optional.empty());
            } else if (asset.isPresent()) {
                var amount = Decimals.unsigned(text);
                wrong(texts, amount, asset.get())
                        .ifPresentOrElse(
                                each -> problems.put(field, each),
                                () -> amounts.put(code, amount.map(each -> Money.exactly(each, asset.get()))));
            }
        }
        if (!problems.isEmpty()) {
            return show(context, 400, typed, new Problems(null, problems), FormVersion.sent(context));
        }
        return FormVersion.orOvertaken(() -> set(context, amounts), () -> overtaken(context, typed));
    }

    private Answer set(PageContext context, Map<String, Optional<Money>> amounts) {
        var version = FormVersion.sent(context);
        thresholds.set(context.visitor().organizationId(), amounts, stored -> {
            var wanted = new TreeMap<>(stored);
            amounts.forEach((asset, amount) ->
                    amount.ifPresentOrElse(each -> wanted.put(asset, each), () -> wanted.remove(asset)));
            return version.allows(plain(stored), plain(wanted));
        });
        return context.redirect(PATH, context.texts(NotificationTexts.BUNDLE).get("thresholdsSet"));
    }

    /// Shows the input with the stored thresholds that differ.
    private Answer overtaken(PageContext context, Map<String, String> typed) {
        var now = thresholds.of(context.visitor().organizationId());
        var shown = written(now, amount -> context.formats().number(amount.decimal()));
        var fields = new TreeMap<String, String>();
        Difference.between(shown(context, typed), shown)
                .stored()
                .forEach((asset, amount) -> fields.put(FIELD + asset, FormVersion.stored(context, amount)));
        var told = FormVersion.conflictMessage(context, guard.last(context, THRESHOLDS));
        return show(context, 409, shown(context, typed), new Problems(told, fields), FormVersion.of(plain(now)));
    }

    /// Formats the valid amounts of the input in the visitor's language.
    private static Map<String, String> shown(PageContext context, Map<String, String> typed) {
        var shown = new TreeMap<String, String>();
        typed.forEach((asset, text) -> shown.put(
                asset,
                Decimals.unsigned(text)
                        .map(amount -> context.formats().number(amount))
                        .orElse(text)));
        return shown;
    }

    private static Optional<String> wrong(Texts texts, Optional<BigDecimal> amount, Asset asset) {
        if (amount.isEmpty()) {
            return Optional.of(texts.get("notAmount"));
        }
        if (amount.get().signum() == 0) {
            return Optional.of(texts.get("notPositive"));
        }
        return Money.isWrittenFor(amount.get(), asset)
                ? Optional.empty()
                : Optional.of(texts.get("tooManyDecimals", asset.code(), asset.exponent()));
    }

    private Answer show(
            PageContext context, int status, Map<String, String> typed, Problems problems, FormVersion version) {
        var texts = context.texts(NotificationTexts.BUNDLE);
        var user = context.visitor().user();
        // Operators may not see the balances of an organization.
        boolean sees = context.may(Permission.VIEW);
        List<Balance> balances = sees ? context.client().balances().list() : List.of();
        return context.page(
                status,
                "dashboard/notification/settings.jte",
                null,
                texts.get("settingsTitle"),
                frame -> new Settings(
                        frame,
                        texts,
                        context.formats(),
                        Reader.of(user).kinds().stream().sorted().toList(),
                        choices.byMail(user),
                        user.email(),
                        context.may(Permission.CHANGE_SETTINGS),
                        sees,
                        balances,
                        sees ? typed : Map.of(),
                        problems,
                        version,
                        OptionalReason.input(context)));
    }

    /// Page of the settings.
    ///
    /// @param kinds kinds of notifications that the visitor may receive
    /// @param seesBalances true if the visitor sees thresholds
    /// @param typed thresholds by asset code, stored or as typed
    /// @param version version of the thresholds that the form was rendered from
    public record Settings(
            Frame frame,
            Texts texts,
            Formats formats,
            List<Kind> kinds,
            Set<Kind> byMail,
            String email,
            boolean maySet,
            boolean seesBalances,
            List<Balance> balances,
            Map<String, String> typed,
            Problems problems,
            FormVersion version,
            String reason) {
        public String field(Balance balance) {
            return FIELD + balance.currency();
        }

        public String typed(Balance balance) {
            return typed.getOrDefault(balance.currency(), "");
        }
    }
}
