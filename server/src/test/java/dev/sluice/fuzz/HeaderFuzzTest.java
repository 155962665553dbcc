package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Person;
import dev.sluice.fuzz.Draft.Header;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.MissingNode;

/// Request heads that no browser would send, over a raw socket: each is answered without an internal error, and no odd
/// cookie authenticates a session.
class HeaderFuzzTest extends PageFuzzCase {
    private static final int REQUESTS = Integer.getInteger("sluice.fuzz.heads", 400);
    private static final int HEADERS_MAX = 5;

    /// A page of each kind: for signed-in users, for visitors, for payers, for programs, and for everyone.
    private static final List<String> PAGES = List.of(
            "/dashboard",
            "/dashboard/payouts",
            "/dashboard/balances/statement.csv",
            "/dashboard/sign-in",
            "/checkout/00000000-0000-7000-8000-000000000000",
            "/proof/AZk_cQ0-fxC2opPE5df4Aew9Yk2rVnQ",
            "/v1/balance",
            "/docs",
            "/health/ready",
            "/nowhere");

    private final ResponseChecker responseChecker = new ResponseChecker();

    @AfterEach
    void the_service_goes_on() {
        assertThat(person(Role.OWNER).get("/dashboard").statusCode()).isEqualTo(200);
    }

    @Test
    void no_header_breaks_an_answer() throws IOException {
        var person = person(Role.OWNER);
        for (int number = 0; number < REQUESTS; number++) {
            var random = new Random((ApiFuzzTest.SEED * 1_000_003 + number) * 7_368_787);
            var headers = new ArrayList<Header>();
            headers.add(new Header("Cookie", "sluice_session=" + person.token()));
            for (int i = 1 + random.nextInt(HEADERS_MAX); i > 0; i--) {
                headers.add(OddHeads.one(random));
            }
            look("#" + number, sent(Oddities.one(PAGES, random), headers));
        }
        System.out.println("Header fuzz: " + tally + "; " + again());
        assertThat(tally.hasAnswer(200)).isTrue();
    }

    /// Only the token of a session in its own cookie authenticates a request, regardless of other cookies.
    @Test
    void no_odd_cookie_is_a_session() throws IOException {
        var person = person(Role.OWNER);
        for (int number = 0; number < REQUESTS; number++) {
            var random = new Random((ApiFuzzTest.SEED * 1_000_003 + number) * 5_915_587);
            var lines = new ArrayList<Header>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                lines.add(new Header("Cookie", OddHeads.cookies(forged(person, random), random)));
            }
            var exchange = sent("/dashboard", lines);
            look("#" + number, exchange);
            if (exchange.status() == 200) {
                faults.add("#" + number + " let somebody in by " + shortened(lines.toString()));
            }
        }
        System.out.println("Cookie fuzz: " + tally + "; " + again());
        assertThat(tally.hasAnswer(303)).as("they are sent to sign in").isTrue();
    }

    @Test
    void cookies_beside_the_session_do_not_hide_it() throws IOException {
        var person = person(Role.OWNER);
        var right = "sluice_session=" + person.token();
        for (int number = 0; number < REQUESTS / 4; number++) {
            var random = new Random((ApiFuzzTest.SEED * 1_000_003 + number) * 3_267_000_013L);
            var beside = "theme=" + "d".repeat(random.nextInt(60)) + "; a" + random.nextInt() + "=" + random.nextInt();
            var exchange = sent(
                    "/dashboard",
                    List.of(new Header(
                            "Cookie", random.nextBoolean() ? right + "; " + beside : beside + "; " + right)));
            look("#" + number, exchange);
            if (exchange.status() != 200) {
                faults.add("#" + number + " answered " + exchange.status() + " to " + beside);
            }
        }
    }

    /// Returns almost a session cookie: with a corrupted token, under another name, or in another's place.
    private static String forged(Person person, Random random) {
        var token = person.token();
        int at = random.nextInt(token.length());
        return switch (random.nextInt(8)) {
            case 0 -> "sluice_session=" + token.substring(0, at);
            case 1 ->
                "sluice_session=" + token.substring(0, at) + (token.charAt(at) == 'x' ? 'y' : 'x')
                        + token.substring(at + 1);
            case 2 -> "Sluice_Session=" + token;
            case 3 -> "__Host-sluice_session=" + token;
            case 4 -> "sluice_session=" + OddHeads.line(Oddities.one(Oddities.TEXTS, random));
            case 5 -> "sluice_session=" + token + Oddities.one(List.of("A", "%00", "=", "\t.", ",a"), random);
            case 6 -> "other=sluice_session=" + token;
            default -> "sluice_session=";
        };
    }

    private void look(String number, Exchange exchange) {
        tally.answered(exchange.status());
        responseChecker
                .faults(exchange)
                .forEach(fault -> faults.add(number + " " + fault + "\n  " + exchange.report()));
    }

    private Exchange sent(String path, List<Header> headers) throws IOException {
        headers.forEach(header -> tally.sent(header.name().equals("Cookie") ? "cookies" : "a header"));
        var operation = new Operation("GET", path, List.of(), MissingNode.getInstance(), false);
        var draft = new Draft(operation, path, "", headers, new byte[0], List.of("segment"));
        return Exchange.send(service.baseUrl().getPort(), draft, headers);
    }

    private static String again() {
        return ApiFuzzTest.again("-Dsluice.fuzz.heads=" + REQUESTS);
    }
}
