package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every reachable page of the dashboard, requested with queries that no link has: the names of its own links and
/// filters, with odd values, repeated, and others.
@Tag("slow")
class PageFuzzTest extends PageFuzzCase {
    private static final int TRIES = Integer.getInteger("sluice.fuzz.queries", 6);
    private static final int PIECES_MAX = 4;

    @ParameterizedTest
    @EnumSource
    void no_query_breaks_a_page(Role role) {
        furnish();
        var person = person(role);
        var reach = reach(person, role == Role.OPERATOR ? "/dashboard/operator" : "/dashboard");
        assertThat(reach.paths()).as("pages that they see").hasSizeGreaterThan(5);
        assertThat(reach.queries()).as("pages that can be asked with something").isNotEmpty();
        for (var path : reach.paths()) {
            var known = List.copyOf(reach.queries().getOrDefault(path, new TreeSet<>(names)));
            for (int i = 0; i < TRIES; i++) {
                var query = query(known);
                judge(path, query, ask(person, path, query));
            }
        }
        System.out.println("Page fuzz, " + role + ": " + reach.paths().size() + " pages, "
                + reach.queries().size() + " of them with filters; " + tally + "; "
                + ApiFuzzTest.again("-Dsluice.fuzz.queries=" + TRIES));
        assertThat(tally.hasAnswer(200)).isTrue();
    }

    /// Requests a page as a user. The fragments that a script requests are pages, too.
    private HttpResponse<String> ask(Person person, String path, String query) {
        var headers = new TreeMap<String, String>();
        if (random.nextInt(4) == 0) {
            headers.put("HX-Request", "true");
            headers.put("HX-Target", Oddities.one(List.of("rows", "hits", "", "a b", "#x"), random));
        }
        return person.get(path + "?" + query, Map.copyOf(headers));
    }

    private String query(List<String> known) {
        var pieces = new ArrayList<String>();
        for (int i = 1 + random.nextInt(PIECES_MAX); i > 0; i--) {
            boolean ours = !known.isEmpty() && random.nextInt(5) > 0;
            tally.sent(ours ? "a field of the page" : "another");
            pieces.add(
                    ours
                            ? Oddities.one(known, random) + "="
                                    + OpenApiGenerator.encoded(Oddities.one(Oddities.TEXTS, random))
                            : sendable(Oddities.one(Oddities.PARAMETERS, random)));
        }
        return String.join("&", pieces);
    }

    /// Returns the piece without invalid escapes: the client rejects an address with a stray percent sign;
    /// requests over a raw socket have those.
    private static String sendable(String piece) {
        return piece.replaceAll("%(?![0-9A-Fa-f]{2})", "%25").replaceAll("[\\[\\]]", "");
    }
}
