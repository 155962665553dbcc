package dev.sluice.dashboard.checkout;

import dev.sluice.checkout.CheckoutLinks;
import dev.sluice.checkout.CheckoutLinks.Link;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.qr.QrCode;
import dev.sluice.qr.QrImage;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pages of checkout links.
public final class CheckoutPages {
    static final String PATH = "/dashboard/checkouts";
    static final String BUNDLE = "dashboard.checkouts";
    private static final int ROWS = 25;

    private final Door door;
    private final CheckoutLinks links;
    private final PayInForm<CheckoutForm.Typed> creation;

    public CheckoutPages(Door door, References references, CheckoutLinks links) {
        this.door = door;
        this.links = links;
        this.creation = new CheckoutCreatePages(references).form();
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.VIEW, this::list),
                door.page(PATH + "/new", Permission.MANAGE_DEPOSITS, creation::show),
                door.actionOrQuestion(
                        PATH + "/new", Permission.MANAGE_DEPOSITS, PayInForm::asks, _ -> Map.of(), creation::send),
                door.page(PATH + "/{id}", Permission.VIEW, this::show),
                door.page(PATH + "/{id}/live", Permission.VIEW, this::live));
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var before = visit.request().query().text("before").flatMap(Ids::parse);
        var wanted = visit.request().query().text("for").map(String::strip).orElse("");
        var organization = visit.visitor().organizationId();
        var slice = wanted.isEmpty() ? links.newest(organization, before, ROWS) : found(organization, wanted);
        return visit.page(
                "dashboard/checkouts/list.jte",
                Section.CHECKOUTS,
                texts.get("title"),
                frame -> new CheckoutList(
                        frame,
                        texts,
                        visit.look(),
                        slice.links(),
                        wanted,
                        before.isPresent(),
                        slice.hasMore() ? slice.links().getLast().id().toString() : null,
                        visit.may(Permission.MANAGE_DEPOSITS)));
    }

    /// The newest with a reference, and the newest for a customer of that name.
    private CheckoutLinks.Slice found(UUID organization, String wanted) {
        var all = Stream.concat(
                        links.named(organization, wanted, ROWS + 1).stream(),
                        links.ofCustomer(organization, wanted, ROWS + 1).stream())
                .sorted(Comparator.comparing(Link::id).reversed())
                .distinct()
                .toList();
        return new CheckoutLinks.Slice(all.subList(0, Math.min(ROWS, all.size())), all.size() > ROWS);
    }

    private Answer show(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var link = find(visit);
        return visit.page(
                "dashboard/checkouts/detail.jte",
                Section.CHECKOUTS,
                texts.get("link"),
                frame -> detail(visit, frame, link));
    }

    /// The page's inner part, if it is not as its reader knows it.
    private Answer live(Visit visit) {
        var link = find(visit);
        var known = visit.request().query().text("known").orElse("");
        return known.equals(status(link))
                ? visit.unchanged()
                : visit.part("dashboard/checkouts/live.jte", frame -> detail(visit, frame, link));
    }

    private static CheckoutDetail detail(Visit visit, Frame frame, Link link) {
        var texts = visit.texts(BUNDLE);
        return new CheckoutDetail(
                frame, texts, visit.look(), link, QrImage.svg(QrCode.of(link.url()), texts.get("qrImage")));
    }

    private Link find(Visit visit) {
        return links.find(visit.visitor().organizationId(), visit.request().id("id", Refusal.NOT_FOUND))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// How a page stands: as its deposit does, once there is one.
    static String status(Link link) {
        var deposit = link.deposit();
        if (deposit != null) {
            return deposit.wire();
        }
        return link.isOver() ? "unused" : "open";
    }

    /// The sum that a page asks for, or that it credits.
    static String amount(Look look, Link link) {
        var amount = link.inputAmount() == null ? link.outputAmount() : link.inputAmount();
        return amount == null ? "" : look.money(amount.decimal(), amount.asset().code());
    }

    /// What the list shows.
    ///
    /// @param wanted whose reference or customer is looked for; empty for all
    /// @param before the last one that is shown, where there are older ones
    public record CheckoutList(
            Frame frame,
            Texts texts,
            Look look,
            List<Link> links,
            String wanted,
            boolean isOlder,
            @Nullable String before,
            boolean mayManage) {
        public String status(Link link) {
            return CheckoutPages.status(link);
        }

        public String amount(Link link) {
            return CheckoutPages.amount(look, link);
        }
    }

    /// What the page of one shows.
    ///
    /// @param qr of the link, as SVG of ours
    public record CheckoutDetail(Frame frame, Texts texts, Look look, Link link, String qr) {
        public String status() {
            return CheckoutPages.status(link);
        }

        public String amount() {
            return CheckoutPages.amount(look, link);
        }

        public boolean isConverted() {
            return !link.input().equals(link.output());
        }

        /// Whether the page looks again by itself, which it does until it has come to an end.
        public boolean isLive() {
            return status().equals("open") || status().equals("pending");
        }
    }
}
