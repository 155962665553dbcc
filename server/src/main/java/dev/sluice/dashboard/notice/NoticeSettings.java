package dev.sluice.dashboard.notice;

import dev.sluice.client.model.Balance;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Seen.Difference;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Decimals;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.notice.Choices;
import dev.sluice.notice.Kind;
import dev.sluice.notice.Letters;
import dev.sluice.notice.NoticeRoom;
import dev.sluice.notice.Reader;
import dev.sluice.notice.Thresholds;
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
public final class NoticeSettings {
    private static final String PATH = NoticePages.PATH + "/settings";
    private static final String THRESHOLDS = NoticePages.PATH + "/thresholds";
    private static final String FIELD = "threshold.";

    private final Door door;
    private final Choices choices;
    private final Thresholds thresholds;
    private final References references;

    NoticeSettings(Door door, NoticeRoom room, References references) {
        this.door = door;
        this.choices = room.choices();
        this.thresholds = room.thresholds();
        this.references = references;
    }

    List<Route> routes() {
        return List.of(
                door.personalPage(PATH, this::shown),
                door.personalAction(PATH, this::choose),
                door.action(THRESHOLDS, Permission.CHANGE_SETTINGS, this::before, Why.optional(this::setThresholds)));
    }

    private Answer choose(Visit visit) {
        var kinds = EnumSet.noneOf(Kind.class);
        var sent = visit.form().texts("kind");
        for (var kind : Kind.values()) {
            if (sent.contains(kind.name())) {
                kinds.add(kind);
            }
        }
        choices.choose(visit.visitor().user(), kinds);
        return visit.goTo(PATH, visit.texts(Letters.BUNDLE).get("chosen"));
    }

    private Map<String, String> before(Visit visit) {
        var before = new TreeMap<String, String>();
        plain(thresholds.of(visit.visitor().organizationId()))
                .forEach((asset, amount) -> before.put("before." + FIELD + asset, amount));
        return before;
    }

    private Answer shown(Visit visit) {
        var stored = thresholds.of(visit.visitor().organizationId());
        return show(
                visit,
                200,
                written(stored, amount -> visit.look().number(amount.decimal())),
                Problems.none(),
                Seen.of(plain(stored)));
    }

    private static Map<String, String> written(Map<String, Money> amounts, Function<Money, String> writing) {
        var written = new TreeMap<String, String>();
        amounts.forEach((asset, amount) -> written.put(asset, writing.apply(amount)));
        return written;
    }

    private static Map<String, String> plain(Map<String, Money> amounts) {
        return written(amounts, amount -> amount.decimal().toPlainString());
    }

    private Answer setThresholds(Visit visit) {
        var texts = visit.texts(Letters.BUNDLE);
        var typed = new TreeMap<String, String>();
        var amounts = new LinkedHashMap<String, Optional<Money>>();
        var problems = new LinkedHashMap<String, String>();
        for (var balance : visit.client().balances().list()) {
            var code = balance.currency();
            var field = FIELD + code;
            var text = visit.form().text(field).map(String::strip).orElse("");
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
            return show(visit, 400, typed, new Problems(null, problems), Seen.sent(visit));
        }
        return Seen.orOvertaken(() -> set(visit, amounts), () -> overtaken(visit, typed));
    }

    private Answer set(Visit visit, Map<String, Optional<Money>> amounts) {
        var seen = Seen.sent(visit);
        thresholds.set(visit.visitor().organizationId(), amounts, stored -> {
            var wanted = new TreeMap<>(stored);
            amounts.forEach((asset, amount) ->
                    amount.ifPresentOrElse(each -> wanted.put(asset, each), () -> wanted.remove(asset)));
            return seen.allows(plain(stored), plain(wanted));
        });
        return visit.goTo(PATH, visit.texts(Letters.BUNDLE).get("thresholdsSet"));
    }

    /// Shows the input with the stored thresholds that differ.
    private Answer overtaken(Visit visit, Map<String, String> typed) {
        var now = thresholds.of(visit.visitor().organizationId());
        var shown = written(now, amount -> visit.look().number(amount.decimal()));
        var fields = new TreeMap<String, String>();
        Difference.between(shown(visit, typed), shown)
                .stored()
                .forEach((asset, amount) -> fields.put(FIELD + asset, Seen.stored(visit, amount)));
        var told = Seen.told(visit, door.last(visit, THRESHOLDS));
        return show(visit, 409, shown(visit, typed), new Problems(told, fields), Seen.of(plain(now)));
    }

    /// Formats the valid amounts of the input in the visitor's language.
    private static Map<String, String> shown(Visit visit, Map<String, String> typed) {
        var shown = new TreeMap<String, String>();
        typed.forEach((asset, text) -> shown.put(
                asset,
                Decimals.unsigned(text)
                        .map(amount -> visit.look().number(amount))
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

    private Answer show(Visit visit, int status, Map<String, String> typed, Problems problems, Seen seen) {
        var texts = visit.texts(Letters.BUNDLE);
        var user = visit.visitor().user();
        // Operators may not see the balances of an organization.
        boolean sees = visit.may(Permission.VIEW);
        List<Balance> balances = sees ? visit.client().balances().list() : List.of();
        return visit.page(
                status,
                "dashboard/notice/settings.jte",
                null,
                texts.get("settingsTitle"),
                frame -> new Settings(
                        frame,
                        texts,
                        visit.look(),
                        Reader.of(user).kinds().stream().sorted().toList(),
                        choices.byMail(user),
                        user.email(),
                        visit.may(Permission.CHANGE_SETTINGS),
                        sees,
                        balances,
                        sees ? typed : Map.of(),
                        problems,
                        seen,
                        Why.typed(visit)));
    }

    /// Page of the settings.
    ///
    /// @param kinds kinds of notifications that the visitor may receive
    /// @param seesBalances true if the visitor sees thresholds
    /// @param typed thresholds by asset code, stored or as typed
    /// @param seen version of the thresholds that the form was rendered from
    public record Settings(
            Frame frame,
            Texts texts,
            Look look,
            List<Kind> kinds,
            Set<Kind> byMail,
            String email,
            boolean maySet,
            boolean seesBalances,
            List<Balance> balances,
            Map<String, String> typed,
            Problems problems,
            Seen seen,
            String why) {
        public String field(Balance balance) {
            return FIELD + balance.currency();
        }

        public String typed(Balance balance) {
            return typed.getOrDefault(balance.currency(), "");
        }
    }
}
