package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.AmountsForm.Limits;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.reference.PairOffer;
import dev.sluice.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Conversion fees for all organizations: the pairs, and the fee of each.
public final class PairPages {
    private static final String PAIRS = PricePages.PRICES + "/pairs";
    private static final String ONE = PAIRS + "/{symbol}/{currency}";

    private final DashboardGuard guard;
    private final OperatorServices services;

    PairPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(PAIRS, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(ONE, Permission.OPERATE, this::before, this::fee),
                guard.action(ONE + "/limits", Permission.OPERATE, this::before, this::limits));
    }

    private List<PairOffer> all() {
        return PairOffer.all(services.core().database());
    }

    private PairOffer load(PageContext context) {
        var symbol = context.request().parameter("symbol");
        var currency = context.request().parameter("currency");
        return all().stream()
                .filter(each -> each.symbol().equals(symbol) && each.currency().equals(currency))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var pairs = all();
        return context.page(
                "operator/pairs.jte",
                Section.PRICES,
                texts.get("pairs"),
                frame -> new Pairs(frame, texts, context.formats(), pairs));
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var formats = context.formats();
        var pair = load(context);
        var fee = pair.tariff().fee();
        var input = new HashMap<>(
                Map.of("flat", formats.number(fee.flat()), "percentage", formats.number(fee.percentage())));
        input.putAll(AmountsForm.input(formats, limitsOf(pair), context.form()));
        return context.page(
                again.status(),
                "operator/pair.jte",
                Section.PRICES,
                pair.name(),
                frame -> new PairPage(frame, texts, formats, pair, input, again.problems()));
    }

    private static Limits limitsOf(PairOffer pair) {
        return new Limits(pair.tariff().min(), pair.tariff().max());
    }

    /// Returns the fee and the limits before the change, for the audit log.
    private Map<String, String> before(PageContext context) {
        var pair = load(context);
        return Map.of(
                "before.fee",
                AgreementPages.auditText(pair.tariff().fee()),
                "before.limits",
                limitsOf(pair).text());
    }

    private Answer fee(PageContext context) {
        var pair = load(context);
        var asset = services.core().references().asset(pair.currency()).orElseThrow(Refusal.NOT_FOUND::refused);
        return FeeForm.act(context, pair.tariff().fee(), asset, false, again -> detail(context, again), fee -> {
            services.edits().pairFee(pair.symbol(), pair.currency(), fee);
            return done(context, pair, "feeSet");
        });
    }

    private Answer limits(PageContext context) {
        var pair = load(context);
        var token = services.core().references().everyToken().stream()
                .filter(each -> each.symbol().equals(pair.symbol()))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
        return AmountsForm.act(
                context, limitsOf(pair), token.asset(), pair.symbol(), again -> detail(context, again), limits -> {
                    services.edits().pairLimits(pair.symbol(), pair.currency(), limits.minimum(), limits.maximum());
                    return done(context, pair, "amountsSet");
                });
    }

    private Answer done(PageContext context, PairOffer pair, String textKey) {
        services.core().references().refresh();
        return context.redirect(path(pair), context.texts(OperatorPages.TEXTS).get(textKey, pair.name()));
    }

    static String path(PairOffer pair) {
        return PAIRS + "/" + Links.encoded(pair.symbol()) + "/" + Links.encoded(pair.currency());
    }

    /// List of pairs.
    public record Pairs(Frame frame, Texts texts, Formats formats, List<PairOffer> pairs) {
        public Pairs {
            pairs = List.copyOf(pairs);
        }

        public String link(PairOffer pair) {
            return path(pair);
        }

        public String fee(PairOffer pair) {
            return LargeChangeConfirmation.display(formats, pair.tariff().fee(), pair.currency());
        }

        public String limits(PairOffer pair) {
            var tariff = pair.tariff();
            return formats.number(tariff.min()) + "–" + formats.number(tariff.max()) + "\u00a0" + pair.symbol();
        }
    }

    /// Page of a pair.
    ///
    /// @param input values of the form
    public record PairPage(
            Frame frame, Texts texts, Formats formats, PairOffer pair, Map<String, String> input, Problems problems) {
        public PairPage {
            input = Map.copyOf(input);
        }

        public String link() {
            return path(pair);
        }
    }
}
