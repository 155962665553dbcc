package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;

/// Base of the tests that send odd data to the pages of the dashboard. The pages, their fields and their forms are
/// found by following links.
abstract class PageFuzzCase extends DashboardTest {
    private static final int PAGES_MAX = 120;
    /// Maximum number of pages of one kind, such as those of organizations.
    private static final int ALIKE_MAX = 3;
    private static final Pattern NUMBER = Pattern.compile("[0-9a-f-]{36}|[0-9]+");
    private static final int TEXT_MAX = 300;
    private static final Pattern LINK = Pattern.compile("href=\"(/dashboard[^\"#]*)\"");
    private static final Pattern FORM = Pattern.compile("<form([^>]*)>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern ACTION = Pattern.compile("action=\"([^\"]+)\"");
    private static final Pattern FIELD = Pattern.compile("name=\"([A-Za-z.]+)\"(?:[^>]*?value=\"([^\"]*)\")?");

    final Random random = new Random(ApiFuzzTest.SEED);
    final List<String> faults = new ArrayList<>();
    final Tally tally = new Tally();

    /// Names of fields on pages.
    final TreeSet<String> names = new TreeSet<>();

    /// Reachable targets from a page.
    ///
    /// @param paths paths of pages
    /// @param forms fields of forms with their values, by the forms' target addresses
    /// @param queries names of query parameters, by path
    record Reach(TreeSet<String> paths, Map<String, Map<String, String>> forms, Map<String, TreeSet<String>> queries) {}

    @AfterEach
    void there_are_no_faults() {
        assertThat(faults).as("seed " + ApiFuzzTest.SEED).isEmpty();
    }

    /// Creates most kinds of resources that have a page.
    void furnish() {
        merchant.paid("9999000032", "10000");
        merchant.createDeposit("014_VA", "150000");
        merchant.storedInIndonesia();
        merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://127.0.0.1:1/hook\"}")
                .expect(201);
        merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000}")
                .expect(200);
    }

    /// Returns all targets of links.
    Reach reach(Person person, String start) {
        var reach = new Reach(new TreeSet<>(), new TreeMap<>(), new TreeMap<>());
        var seen = new LinkedHashSet<>(List.of(start));
        var open = new ArrayDeque<>(seen);
        var kinds = new HashMap<String, Integer>();
        for (int pages = 0; !open.isEmpty() && pages < PAGES_MAX; pages++) {
            var address = open.poll().replace("&amp;", "&");
            if (address.contains("sign-out") || address.endsWith("/live")) {
                continue;
            }
            var answer = person.get(address);
            judge(address, "asked for", answer);
            var path = address.split("\\?")[0];
            reach.paths().add(path);
            note(reach, address);
            var form = FORM.matcher(answer.body());
            while (form.find()) {
                note(reach, path, form.group(1), form.group(2));
            }
            var link = LINK.matcher(answer.body());
            while (link.find()) {
                var kind = NUMBER.matcher(link.group(1)).replaceAll("#");
                if (seen.add(link.group(1)) && kinds.merge(kind, 1, Integer::sum) <= ALIKE_MAX) {
                    open.add(link.group(1));
                }
            }
        }
        return reach;
    }

    private static void note(Reach reach, String address) {
        var parts = address.split("\\?", 2);
        for (var piece : parts.length < 2 ? new String[0] : parts[1].split("&")) {
            reach.queries().computeIfAbsent(parts[0], _ -> new TreeSet<>()).add(piece.split("=", 2)[0]);
        }
    }

    private void note(Reach reach, String path, String form, String inside) {
        var action = ACTION.matcher(form);
        var to = action.find() ? action.group(1).split("\\?")[0] : path;
        var fields = new LinkedHashMap<String, String>();
        var field = FIELD.matcher(inside);
        while (field.find()) {
            fields.put(field.group(1), field.group(2) == null ? "" : field.group(2));
        }
        names.addAll(fields.keySet());
        if (form.contains("method=\"post\"")) {
            reach.forms().computeIfAbsent(to, _ -> new LinkedHashMap<>()).putAll(fields);
        } else {
            reach.queries().computeIfAbsent(to, _ -> new TreeSet<>()).addAll(fields.keySet());
        }
    }

    void judge(String path, String what, HttpResponse<String> answer) {
        tally.answered(answer.statusCode());
        if (answer.statusCode() >= 500) {
            faults.add(path + " answered " + answer.statusCode() + " to " + shortened(what));
        }
        ResponseChecker.internalsIn(answer.body())
                .ifPresent(told -> faults.add(path + " tells " + told + " to " + shortened(what)));
    }

    static String shortened(String text) {
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
    }
}
