package dev.sluice.dashboard.notice;

import dev.sluice.client.model.Balance;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
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

/// What somebody gets by mail, which is their own affair, and below which balances people are told, which is that of
/// the organization.
public final class NoticeSettings {
    private static final String PATH = NoticePages.PATH + "/settings";
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
                door.personalPage(PATH, visit -> show(visit, 200, shown(visit), Problems.none())),
                door.personalAction(PATH, this::choose),
                door.action(
                        NoticePages.PATH + "/thresholds",
                        Permission.CHANGE_SETTINGS,
                        this::before,
                        this::setThresholds));
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
        stored(visit, amount -> amount.decimal().toPlainString())
                .forEach((asset, amount) -> before.put("before." + FIELD + asset, amount));
        return before;
    }

    /// What is set, as the visitor's language writes it.
    private Map<String, String> shown(Visit visit) {
        var look = visit.look();
        return stored(visit, amount -> look.number(amount.decimal()));
    }

    private Map<String, String> stored(Visit visit, Function<Money, String> writing) {
        var stored = new TreeMap<String, String>();
        thresholds
                .of(visit.visitor().organizationId())
                .forEach((asset, amount) -> stored.put(asset, writing.apply(amount)));
        return stored;
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
            return show(visit, 400, typed, new Problems(null, problems));
        }
        thresholds.set(visit.visitor().organizationId(), amounts);
        return visit.goTo(PATH, texts.get("thresholdsSet"));
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

    private Answer show(Visit visit, int status, Map<String, String> typed, Problems problems) {
        var texts = visit.texts(Letters.BUNDLE);
        var user = visit.visitor().user();
        // Operators have no part in the money of an organization.
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
                        problems));
    }

    /// What the page shows.
    ///
    /// @param kinds that the visitor may be told of
    /// @param seesBalances whether there are thresholds for the visitor
    /// @param typed a threshold by the code of its asset, as it is or as it was typed
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
            Problems problems) {
        public String field(Balance balance) {
            return FIELD + balance.currency();
        }

        public String typed(Balance balance) {
            return typed.getOrDefault(balance.currency(), "");
        }
    }
}
