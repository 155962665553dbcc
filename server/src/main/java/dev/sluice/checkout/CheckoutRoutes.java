package dev.sluice.checkout;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.checkout.Checkouts.Choice;
import dev.sluice.checkout.Checkouts.Chosen;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.deposit.create.PaymentOptions.Offer;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Feed;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.ledger.CoreServices;
import dev.sluice.merchant.Organizations;
import dev.sluice.net.KeyedLimiter;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.reference.Logos;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// `POST /v1/checkout`, and the payment pages. Anyone with a page's unguessable address may choose a method and pay.
final class CheckoutRoutes {
    private static final String PAGE = "/checkout/{checkoutId}";
    private static final String OUTCOME = "outcome";
    private static final String GONE = "gone";
    private static final String STOPPED = "stopped";
    private static final String CHOSEN = "chosen";
    private static final String STAYS = "stays";
    private static final String ANOTHER = "another";
    private static final String REPLACES = "replaces";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    /// Limit of event streams per payment page at this node, so that clients of one page cannot use up the streams
    /// of others. It is more than the usual number of windows of one payment, including closed ones that are not
    /// detected yet. A page without a stream polls instead.
    static final int STREAMS_PER_PAGE_MAX = 8;

    private final Guard guard;
    private final Envelope envelope;
    private final Supplier<URI> baseUrl;
    private final CheckoutRequests requests;
    private final Checkouts checkouts;
    private final PaymentOptions options;
    private final CheckoutDesigns designs;
    private final References references;
    private final Organizations organizations;
    private final Pages pages = new Pages();
    private final Logos logos = new Logos(() -> "");
    private final KeyedLimiter<UUID> streams = new KeyedLimiter<>(Limits.perKey(STREAMS_PER_PAGE_MAX));
    private final Optional<Consumer<DepositRef>> testCustomer;

    /// @param testCustomer simulated customer that pays a deposit, in a sandbox
    CheckoutRoutes(
            CoreServices core,
            CheckoutRequests requests,
            Checkouts checkouts,
            PaymentOptions options,
            CheckoutDesigns designs,
            Optional<Consumer<DepositRef>> testCustomer) {
        this.guard = core.guard();
        this.envelope = core.envelope();
        this.baseUrl = core.baseUrl();
        this.references = core.references();
        this.organizations = core.organizations();
        this.requests = requests;
        this.checkouts = checkouts;
        this.options = options;
        this.designs = designs;
        this.testCustomer = testCustomer;
    }

    List<Route> routes() {
        return List.of(
                guard.write(Method.POST, "/v1/checkout", Scope.DEPOSITS, this::create),
                new Route(Method.GET, PAGE, this::show),
                new Route(Method.POST, PAGE, this::choose),
                new Route(Method.GET, PAGE + "/logo", this::logo),
                new Route(Method.GET, PAGE + "/status", this::status),
                new Route(Method.GET, PAGE + "/events", this::events).asFeed(),
                new Route(Method.POST, PAGE + "/pay", this::pay),
                Stylesheet.route());
    }

    private Answer create(Caller caller, Request request, Claim claim) {
        return checkouts.create(
                requests.read(caller, request),
                claim,
                checkout -> envelope.ok(
                        request,
                        "Checkout created",
                        new JsonObject()
                                .put("id", checkout.id())
                                .put("url", baseUrl.get() + "/checkout/" + checkout.id())));
    }

    private Answer show(Request request) {
        return checkouts
                .find(request.parameter("checkoutId"))
                .map(checkout -> show(request, checkout))
                .orElseGet(() -> notFound(request));
    }

    private Answer show(Request request, Checkout checkout) {
        var deposit = checkouts.deposit(checkout);
        var page = page(request, checkout, deposit);
        if (deposit.isPresent()) {
            var paid = deposit.get();
            var others = checkouts.mayChange(checkout, deposit) ? others(checkout, paid) : List.<Offer>of();
            return request.query().text(ANOTHER).isPresent() && !others.isEmpty()
                    ? render(page(request, checkout, Optional.empty())
                            .chooseAnother(paid, others, logos, again(request).orElse(null)))
                    : render(page.of(
                            paid,
                            others.stream().anyMatch(Offer::isOpen),
                            again(request).orElse(null)));
        }
        if (checkout.isExpired(checkouts.now())) {
            return render(page.tooLate());
        }
        if (checkouts.isTaken(checkout)) {
            return render(page.taken());
        }
        return render(page.choose(offered(checkout), logos, again(request).orElse(null)));
    }

    private List<Offer> others(Checkout checkout, Deposit deposit) {
        return offered(checkout).stream()
                .filter(offer ->
                        !offer.method().bankCode().equals(deposit.instructions().method()))
                .toList();
    }

    /// Returns the offered methods. Empty if the rate is unavailable: that is temporary, so the customer is asked
    /// to try again.
    private List<Offer> offered(Checkout checkout) {
        if (!checkouts.isEnabled(checkout)) {
            return List.of();
        }
        try {
            return designs.visible(
                    checkout.organizationId(),
                    checkout.requested().input().code(),
                    options.of(checkout.organizationId(), checkout.requested()));
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.RATE_UNAVAILABLE) {
                throw refused;
            }
            return List.of();
        }
    }

    /// Parses the result of an earlier choice from the query, if the choice failed.
    private static Optional<Chosen> again(Request request) {
        return request.query().text(OUTCOME).map(text -> switch (text) {
            case GONE -> Chosen.NOT_OFFERED;
            case STOPPED -> Chosen.STOPPED;
            case CHOSEN -> Chosen.CHOSEN;
            case STAYS -> Chosen.STAYS;
            default -> Chosen.NOT_NOW;
        });
    }

    private Answer choose(Request request) {
        var checkout = checkouts.find(request.parameter("checkoutId"));
        if (checkout.isEmpty()) {
            return notFound(request);
        }
        var form = request.form();
        int replaces = form.integer(REPLACES, 0, 0, Integer.MAX_VALUE);
        var choice = new Choice(form.text("method").orElse(""), replaces);
        var another = replaces > 0 ? ANOTHER + "=1&" : "";
        var again = switch (checkouts.choose(checkout.get(), choice)) {
            case NOT_OFFERED -> "?" + another + OUTCOME + "=" + GONE;
            case STOPPED -> "?" + another + OUTCOME + "=" + STOPPED;
            case NOT_NOW -> "?" + another + OUTCOME + "=1";
            case CHOSEN -> "?" + OUTCOME + "=" + CHOSEN;
            case STAYS -> "?" + OUTCOME + "=" + STAYS;
            case SETTLED, TAKEN -> "";
        };
        return Pages.seeOther("/checkout/" + checkout.get().id() + again);
    }

    private Answer logo(Request request) {
        return checkouts
                .find(request.parameter("checkoutId"))
                .flatMap(checkout -> organizations.logo(checkout.organizationId()))
                .map(logo ->
                        new Answer(OK, logo.mediaType(), logo.picture()).with("Cache-Control", "private, max-age=3600"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the status for pages that poll because they have no event stream.
    private Answer status(Request request) {
        return new Answer(
                        OK,
                        Answer.JSON,
                        Json.bytes(new JsonObject()
                                .put("status", liveStatus(request).get())))
                .with("Cache-Control", "no-store");
    }

    /// Returns the event stream that tells the page to reload after a change of status.
    private Answer events(Request request) {
        var status = liveStatus(request);
        var permit = streams.tryAcquire(request.id("checkoutId", Refusal.NOT_FOUND))
                .orElseThrow(Refusal.UNAVAILABLE::refused);
        return Answer.feed(Feed.ofChanges(status, permit::close));
    }

    private Supplier<String> liveStatus(Request request) {
        return checkouts.status(request.parameter("checkoutId")).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer pay(Request request) {
        var checkout = checkouts.find(request.parameter("checkoutId"));
        if (checkout.isEmpty() || testCustomer.isEmpty()) {
            return notFound(request);
        }
        if (checkouts.deposit(checkout.get()).isPresent()) {
            testCustomer.get().accept(checkout.get().deposit());
        }
        return Pages.seeOther("/checkout/" + checkout.get().id());
    }

    private CheckoutPage page(Request request, Checkout checkout, Optional<Deposit> deposit) {
        return new CheckoutPage(
                checkout,
                references,
                texts(request, Optional.ofNullable(checkout.journey().locale())),
                merchant(checkout),
                deposit.map(match -> match.requested().priced().input())
                        .orElse(checkout.requested().inputAmount()),
                testCustomer.isPresent(),
                checkouts.now());
    }

    private CheckoutPage.Merchant merchant(Checkout checkout) {
        var organization = organizations.get(checkout.organizationId());
        var logo = organization.logo() == null ? null : "/checkout/" + checkout.id() + "/logo?" + organization.logo();
        return CheckoutPage.Merchant.of(organization, logo, designs.of(organization.id()));
    }

    private static Texts texts(Request request, Optional<String> locale) {
        return Texts.of(
                "checkout",
                locale.orElseGet(() -> request.header("Accept-Language").orElse("")));
    }

    private Answer render(PageModel model) {
        var template = switch (model) {
            case PageModel.Choose _ -> "checkout/choose.jte";
            case PageModel.Pay _ -> "checkout/pay.jte";
            case PageModel.End _ -> "checkout/outcome.jte";
        };
        return pages.page(OK, template, model);
    }

    private Answer notFound(Request request) {
        return pages.page(NOT_FOUND, "notfound.jte", texts(request, Optional.empty()));
    }
}
