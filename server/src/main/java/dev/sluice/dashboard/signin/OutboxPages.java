package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.mail.Letter;
import dev.sluice.mail.Mails;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// The mail of a sandbox that has no mail server, for who sits at the machine itself: it holds links that open
/// accounts.
public final class OutboxPages {
    static final String PATH = "/dashboard/outbox";

    private static final String BUNDLE = "dashboard.signin";
    private static final int LATEST = 50;
    private static final List<String> FORWARDED = List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via");

    private final Door door;
    private final Mails mails;
    private final Optional<URI> publicAddress;

    /// @param publicAddress the one that is configured; nothing where none is
    public OutboxPages(Door door, Mails mails, Optional<URI> publicAddress) {
        this.door = door;
        this.mails = mails;
        this.publicAddress = publicAddress;
    }

    public List<Route> routes() {
        return List.of(door.open(Method.GET, PATH, this::show));
    }

    boolean isOpen(Visit visit) {
        return visit.sandbox() && !mails.reachPeople() && isHere(visit.request(), publicAddress);
    }

    /// A proxy on this machine has a loopback address as well, whoever asks it: it says so, or passes on the name by
    /// which it was asked. A page of another site that has its name lead here is asked by that name, too. Of
    /// a proxy that does neither nothing is seen: where others come to the service, nobody is taken for who sits
    /// here.
    static boolean isHere(Request request, Optional<URI> publicAddress) {
        return publicAddress
                        .map(URI::getHost)
                        .filter(host -> !isThisMachine(host))
                        .isEmpty()
                && isLoopback(request.remoteAddress())
                && FORWARDED.stream().allMatch(each -> request.header(each).isEmpty())
                && request.header("Host").filter(OutboxPages::isThisMachine).isPresent();
    }

    /// @param host with its port, or without
    private static boolean isThisMachine(String host) {
        int colon = host.lastIndexOf(':');
        var name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        boolean isBracketed = name.startsWith("[") && name.endsWith("]");
        return name.equalsIgnoreCase("localhost")
                || isLoopback(isBracketed ? name.substring(1, name.length() - 1) : name);
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.ofLiteral(address).isLoopbackAddress();
        } catch (IllegalArgumentException name) {
            return false;
        }
    }

    private Answer show(Visit visit) {
        if (!isOpen(visit)) {
            throw Refusal.NOT_FOUND.refused();
        }
        var texts = visit.texts(BUNDLE);
        return visit.plainPage(
                200,
                "dashboard/signin/outbox.jte",
                texts.get("outboxTitle"),
                frame -> new Outbox(
                        frame,
                        texts,
                        visit.look(),
                        mails.latest(LATEST).stream().map(OutboxPages::shown).toList()));
    }

    /// A letter, in which an address of a page can be followed.
    private static Shown shown(Letter letter) {
        return new Shown(
                letter, letter.mail().text().lines().map(String::stripTrailing).toList());
    }

    public record Outbox(Frame frame, Texts texts, Look look, List<Shown> letters) {}

    /// @param lines of its text
    public record Shown(Letter letter, List<String> lines) {
        public static boolean isLink(String line) {
            return line.strip().matches("https?://\\S+");
        }
    }
}
