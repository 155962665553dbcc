package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.review.PaymentReviews.Case;
import dev.sluice.deposit.review.PaymentReviews.Show;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// List of unmatched payments.
public final class ExceptionListPages {
    private final DashboardGuard guard;
    private final OperatorServices services;

    ExceptionListPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(guard.page(ExceptionPages.EXCEPTIONS, Permission.OPERATE, this::list));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var filter = ExceptionFilter.of(context);
        var problems = filter.problems(texts);
        var requested = OperatorPages.page(context);
        Page<Case> page = problems.isEmpty()
                ? services.paymentReviews().list(filter.search(), requested)
                : new Page<>(List.of(), 0, requested);
        var names = new HashMap<UUID, String>();
        page.docs().forEach(each -> names.computeIfAbsent(each.organizationId(), id -> services.ownerOf(texts, id)));
        var organization = filter.organization();
        var organizationName = organization == null ? null : services.ownerOf(texts, organization);
        return context.page(
                problems.isEmpty() ? 200 : 400,
                "operator/exceptions.jte",
                Section.EXCEPTIONS,
                texts.get("exceptions"),
                frame -> new Cases(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        filter,
                        organizationName,
                        assets(),
                        names,
                        page,
                        problems));
    }

    /// Returns all assets ever offered, since money may have come in before an asset was turned off.
    private List<String> assets() {
        var references = services.core().references();
        return Stream.concat(
                        references.everyCurrency().stream().map(Currency::code),
                        references.everyToken().stream().map(Token::id))
                .toList();
    }

    /// Page of the list.
    ///
    /// @param organizationName the only organization that is listed; null for all
    /// @param assets possible assets of incoming money
    /// @param names of the organizations
    public record Cases(
            Frame frame,
            Texts texts,
            Formats formats,
            ExceptionFilter filter,
            @Nullable String organizationName,
            List<String> assets,
            Map<UUID, String> names,
            Page<Case> page,
            Problems problems) {
        public Cases {
            assets = List.copyOf(assets);
            names = Map.copyOf(names);
        }

        public String path() {
            return ExceptionPages.EXCEPTIONS;
        }

        public String link(Case about) {
            return ExceptionPages.path(about);
        }

        public boolean open() {
            return filter.show() == Show.OPEN;
        }

        /// Returns the link to another state, with the same filters.
        public String list(String choice) {
            return Links.with(path(), filter.parameters(), "show", choice.equals("open") ? "" : choice);
        }

        /// Returns the link to the same list of all organizations.
        public String ofAll() {
            return Links.with(path(), filter.parameters(), "organization", "");
        }

        /// Returns the link to the list of the chosen organization without other filters.
        public String unfiltered() {
            return Links.of(
                    path(),
                    new ExceptionFilter(filter.show(), filter.organization(), "", "", "", "", filter.zone())
                            .parameters());
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.with(path(), filter.parameters(), "page", String.valueOf(number));
        }
    }
}
