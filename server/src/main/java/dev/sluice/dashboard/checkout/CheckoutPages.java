package dev.sluice.dashboard.checkout;

import dev.sluice.checkout.CheckoutLinks;
import dev.sluice.checkout.CheckoutLinks.Link;
import dev.sluice.checkout.CheckoutLinks.Slice;
import dev.sluice.checkout.CheckoutStatus;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.qr.QrCode;
import dev.sluice.qr.QrImage;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of checkout links.
public final class CheckoutPages {
    static final String PATH = "/dashboard/checkouts";
    static final String BUNDLE = "dashboard.checkouts";
    private static final String DEPOSITS = "dashboard.deposits";
    private static final int ROWS = 25;

    private final DashboardGuard guard;
    private final CheckoutLinks links;
    private final PayInForm<CheckoutForm.CheckoutInput> creation;

    public CheckoutPages(DashboardGuard guard, References references, CheckoutLinks links) {
        this.guard = guard;
        this.links = links;
        this.creation = new CheckoutCreatePages(references).form();
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.VIEW, this::list),
                guard.page(PATH + "/new", Permission.MANAGE_DEPOSITS, creation::show),
                guard.actionOrQuestion(
                        PATH + "/new", Permission.MANAGE_DEPOSITS, PayInForm::asks, _ -> Map.of(), creation::send),
                guard.page(PATH + "/{id}", Permission.VIEW, this::show),
                guard.page(PATH + "/{id}/live", Permission.VIEW, this::live));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(BUNDLE);
        var search = Search.of(context.request().query());
        var slice = slice(context.visitor().organizationId(), search);
        return context.page(
                "dashboard/checkouts/list.jte",
                Section.CHECKOUTS,
                texts.get("title"),
                frame -> new CheckoutList(
                        frame,
                        texts,
                        context.formats(),
                        slice.links(),
                        search,
                        slice.next(),
                        context.may(Permission.MANAGE_DEPOSITS)));
    }

    private Slice slice(UUID organization, Search search) {
        var status = CheckoutStatus.named(search.status());
        if (!search.wanted().isEmpty()) {
            return links.search(organization, search.wanted(), status, search.before(), ROWS);
        }
        return status.map(each -> links.newest(organization, each, search.before(), ROWS))
                .orElseGet(() -> links.newest(organization, search.before(), ROWS));
    }

    private Answer show(PageContext context) {
        var texts = context.texts(BUNDLE);
        var link = find(context);
        return context.page(
                "dashboard/checkouts/detail.jte",
                Section.CHECKOUTS,
                texts.get("link"),
                frame -> detail(context, frame, link));
    }

    /// Returns the updating part of the page, unless the reader's state is current.
    private Answer live(PageContext context) {
        var link = find(context);
        var known = context.request().query().text("known").orElse("");
        return known.equals(status(link))
                ? context.unchanged()
                : context.part("dashboard/checkouts/live.jte", frame -> detail(context, frame, link));
    }

    private CheckoutDetail detail(PageContext context, Frame frame, Link link) {
        var texts = context.texts(BUNDLE);
        var words = context.texts(DEPOSITS);
        var labels = links.labels(context.visitor().organizationId(), link.id()).stream()
                .sorted()
                .map(label -> words.get("label." + label))
                .toList();
        return new CheckoutDetail(
                frame,
                texts,
                context.formats(),
                link,
                labels,
                QrImage.svg(QrCode.of(link.url()), texts.get("qrImage")));
    }

    private Link find(PageContext context) {
        return links.find(context.visitor().organizationId(), context.request().id("id", Refusal.NOT_FOUND))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the status of a link: that of its deposit, once there is one.
    static String status(Link link) {
        return link.status().wire();
    }

    /// Returns the amount that the payer pays, or that is credited.
    static String amount(Formats formats, Link link) {
        var amount = link.inputAmount() == null ? link.outputAmount() : link.inputAmount();
        return amount == null
                ? ""
                : formats.money(amount.decimal(), amount.asset().code());
    }

    /// Filters of the list, as in the address of its page. Empty values do not filter.
    ///
    /// @param wanted reference or customer to search for
    /// @param before cursor: only older links are listed
    public record Search(String wanted, String status, Optional<UUID> before) {
        static Search of(Query query) {
            return new Search(
                    query.text("for").map(String::strip).orElse(""),
                    query.text("status")
                            .flatMap(CheckoutStatus::named)
                            .map(CheckoutStatus::wire)
                            .orElse(""),
                    query.text("before").flatMap(Ids::parse));
        }

        public boolean isFiltered() {
            return !wanted.isEmpty() || !status.isEmpty();
        }

        /// Returns the link to the newest ones, or to those after a cursor, with the same filters.
        String link(@Nullable UUID before) {
            var parameters = new LinkedHashMap<String, String>();
            parameters.put("for", wanted);
            parameters.put("status", status);
            parameters.put("before", before == null ? "" : before.toString());
            return Links.of(PATH, parameters);
        }
    }

    /// Page of the list.
    ///
    /// @param next cursor of the older ones, if there may be any
    public record CheckoutList(
            Frame frame,
            Texts texts,
            Formats formats,
            List<Link> links,
            Search search,
            @Nullable UUID next,
            boolean mayManage) {
        /// Returns the statuses to filter by.
        public List<String> statuses() {
            return Stream.of(CheckoutStatus.values()).map(CheckoutStatus::wire).toList();
        }

        public String newest() {
            return search.link(null);
        }

        public String older() {
            return search.link(next);
        }

        public String status(Link link) {
            return CheckoutPages.status(link);
        }

        public String amount(Link link) {
            return CheckoutPages.amount(formats, link);
        }
    }

    /// Page of one checkout link.
    ///
    /// @param labels labels of its deposit, in words
    /// @param qr QR code of the link as SVG, rendered by the dashboard
    public record CheckoutDetail(Frame frame, Texts texts, Formats formats, Link link, List<String> labels, String qr) {
        public CheckoutDetail {
            labels = List.copyOf(labels);
        }

        public String status() {
            return CheckoutPages.status(link);
        }

        public String amount() {
            return CheckoutPages.amount(formats, link);
        }

        public boolean isConverted() {
            return !link.input().equals(link.output());
        }

        /// Reports whether the page polls, until the status is final.
        public boolean isLive() {
            return status().equals("open") || status().equals("pending");
        }
    }
}
