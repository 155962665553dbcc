package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.merchant.Organization;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import dev.sluice.reference.Pair;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Page of an organization's special terms for conversions: the fee of a pair, and the maximum amount.
public final class ConversionTermsPages extends AgreementPages {
    private static final int MAX_DECIMALS = 6;

    ConversionTermsPages(DashboardGuard guard, OperatorServices services) {
        super(guard, services, HOME + "/conversions", List.of(Kind.CONVERSION), "conversionSet", "conversionEnded");
    }

    private static String name(String symbol, String currency) {
        return symbol + "/" + currency;
    }

    @Override
    Answer page(PageContext context, Organization organization, Rejection again, FormVersion version) {
        var listed = listed(context, organization, version);
        var sent = context.form().all();
        var pairs = references().servedPairs().stream()
                .map(each -> name(each.symbol(), each.currency()))
                .toList();
        return context.page(
                again.status(),
                "operator/conversions.jte",
                Section.ORGANIZATIONS,
                listed.texts().get("conversionsOf", organization.name()),
                frame -> new Conversions(frame, listed, pairs, sent, again.problems()));
    }

    /// Returns the pair in a form, if it is on offer.
    private Optional<Pair> pair(PageContext context) {
        var input = pairText(context);
        return references().servedPairs().stream()
                .filter(each -> name(each.symbol(), each.currency()).equals(input))
                .findFirst();
    }

    private static String pairText(PageContext context) {
        return context.form().text("pair").orElse("");
    }

    @Override
    Optional<Scope> scope(PageContext context) {
        var parts = pairText(context).split("/", -1);
        return parts.length == 2
                ? Optional.of(new Scope(OperatorPages.id(context, "organization"), Kind.CONVERSION, parts[0], parts[1]))
                : Optional.empty();
    }

    @Override
    Checked check(PageContext context) {
        var pair = pair(context);
        var currency = pair.flatMap(each -> references().currency(each.currency()));
        if (pair.isEmpty() || currency.isEmpty()) {
            return new Checked.Wrong(Map.of("pair", "chooseOne"));
        }
        var minimum = pair.get().min();
        var unit = currency.get().asset();
        var faults = new TermsForm(context.form()).faults(unit, each -> isLimit(each, minimum), "conversionMaxInvalid");
        var scope = Scope.of(OperatorPages.id(context, "organization"), pair.get());
        return Checked.of(faults, scope, unit, context.formats().number(minimum));
    }

    private static boolean isLimit(BigDecimal max, BigDecimal minimum) {
        return max.compareTo(minimum) >= 0 && max.stripTrailingZeros().scale() <= MAX_DECIMALS;
    }

    @Override
    String name(PageContext context, Organization organization) {
        return pairText(context);
    }

    /// Terms of an organization's conversions.
    ///
    /// @param sent refused form
    public record Conversions(
            Frame frame, Listed terms, List<String> pairs, Map<String, String> sent, Problems problems) {
        public Conversions {
            pairs = List.copyOf(pairs);
            sent = Map.copyOf(sent);
        }

        public String at(String field) {
            return sent.getOrDefault(field, "");
        }

        public String pair(Agreement agreement) {
            return name(agreement.scope().asset(), agreement.scope().method());
        }

        public String fee(Agreement agreement) {
            return terms.fee(agreement, agreement.scope().method());
        }
    }
}
