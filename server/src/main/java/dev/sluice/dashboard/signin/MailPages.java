package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.mail.Mails;
import dev.sluice.mail.StoredMail;
import dev.sluice.net.IpAddress;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// Outbox of a sandbox without a mail server. Only a person at the machine itself may see it, because its mails
/// contain links that open accounts.
public final class MailPages {
    static final String PATH = "/dashboard/mail";

    private static final String BUNDLE = "dashboard.signin";
    private static final int LATEST = 50;
    private static final List<String> FORWARDED = List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via");

    private final DashboardGuard guard;
    private final Mails mails;
    private final Optional<URI> publicAddress;

    /// @param publicAddress configured public address, if any
    public MailPages(DashboardGuard guard, Mails mails, Optional<URI> publicAddress) {
        this.guard = guard;
        this.mails = mails;
        this.publicAddress = publicAddress;
    }

    public List<Route> routes() {
        return List.of(guard.open(Method.GET, PATH, this::show));
    }

    boolean isOpen(PageContext context) {
        return context.sandbox() && !mails.reachPeople() && isHere(context.request(), publicAddress);
    }

    /// Reports whether the request comes from this machine. A local reverse proxy also connects from a loopback
    /// address, but it adds a forwarding header or passes on the requested host name. A page of another site with
    /// a DNS name for this machine (DNS rebinding) is also recognized by its host name. A proxy that does neither
    /// is undetectable; therefore a service with a public address never treats a request as local.
    static boolean isHere(Request request, Optional<URI> publicAddress) {
        return publicAddress
                        .map(URI::getHost)
                        .filter(host -> !isThisMachine(host))
                        .isEmpty()
                && IpAddress.isLoopback(request.remoteAddress())
                && FORWARDED.stream().allMatch(each -> request.header(each).isEmpty())
                && request.header("Host").filter(MailPages::isThisMachine).isPresent();
    }

    /// @param host host with or without a port
    private static boolean isThisMachine(String host) {
        int colon = host.lastIndexOf(':');
        var name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        return name.equalsIgnoreCase("localhost") || IpAddress.isLoopback(name);
    }

    private Answer show(PageContext context) {
        if (!isOpen(context)) {
            throw Refusal.NOT_FOUND.refused();
        }
        var texts = context.texts(BUNDLE);
        return context.plainPage(
                200,
                "dashboard/signin/mail.jte",
                texts.get("outboxTitle"),
                frame -> new Outbox(
                        frame,
                        texts,
                        context.formats(),
                        mails.latest(LATEST).stream().map(MailPages::shown).toList()));
    }

    /// Returns a mail in lines, so that the page can link the URLs in it.
    private static ShownMail shown(StoredMail mail) {
        return new ShownMail(
                mail, mail.mail().text().lines().map(String::stripTrailing).toList());
    }

    public record Outbox(Frame frame, Texts texts, Formats formats, List<ShownMail> mails) {}

    /// @param lines lines of the mail's text
    public record ShownMail(StoredMail mail, List<String> lines) {
        public static boolean isLink(String line) {
            return line.strip().matches("https?://\\S+");
        }
    }
}
