package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every form of the dashboard, sent as no browser would send it: no page is a failure of the service's own, and none
/// shows its inside. The forms and their fields are those of the pages themselves.
class FormFuzzTest extends DashboardTest {
    private static final int TRIES = Integer.getInteger("sluice.fuzz.forms", 6);
    private static final int PAGES_MAX = 120;
    private static final int TEXT_MAX = 300;
    private static final int TAKEN_MIN = 30;
    private static final Pattern LINK = Pattern.compile("href=\"(/dashboard[^\"#]*)\"");
    private static final Pattern FORM =
            Pattern.compile("<form[^>]*action=\"([^\"]+)\"[^>]*>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("name=\"([A-Za-z]+)\"(?:[^>]*?value=\"([^\"]*)\")?");

    private static final String NOBODYS = "00000000-0000-7000-8000-000000000000";

    /// Ends what the others need, or everybody's session.
    private static final List<String> LAST = List.of("/dashboard/sign-out");

    private final Random random = new Random(ApiFuzzTest.SEED);
    private final List<String> faults = new ArrayList<>();
    private final TreeSet<String> names = new TreeSet<>();
    /// Addresses whose form was read and done, at least once: answers from behind the door and its tokens.
    private final TreeSet<String> taken = new TreeSet<>();

    @Test
    void no_form_breaks_a_page() {
        System.out.println("Form fuzz: -Dsluice.fuzz.seed=" + ApiFuzzTest.SEED);
        furnish();
        var forms = forms(person(Role.OWNER), "/dashboard");
        forms.putAll(forms(person(Role.OPERATOR), "/dashboard/operator"));
        service.routes().all().stream()
                .filter(route ->
                        route.method() == Method.POST && route.template().startsWith("/dashboard"))
                .map(FormFuzzTest::path)
                .forEach(path -> forms.putIfAbsent(path, Map.of()));
        LAST.forEach(forms::remove);
        int sent = 0;
        for (var form : forms.entrySet()) {
            var role = form.getKey().startsWith("/dashboard/operator") ? Role.OPERATOR : Role.OWNER;
            var person = person(role);
            var token = person.formToken();
            for (int i = 0; i < TRIES; i++) {
                var fields = mutated(form.getValue());
                fields.put("formToken", token);
                var answer = person.postAsIs(form.getKey(), fields);
                judge(form.getKey(), fields.toString(), answer);
                if (isTaken(answer)) {
                    taken.add(form.getKey());
                }
                sent++;
            }
        }
        assertThat(faults).as("seed " + ApiFuzzTest.SEED).isEmpty();
        System.out.println("Form fuzz: " + sent + " forms sent to " + forms.size() + " addresses, fields "
                + names.size() + ", done at " + taken.size());
        assertThat(taken).as("addresses at which a form was done").hasSizeGreaterThan(TAKEN_MIN);
        assertThat(names).as("fields found on pages").contains("amount", "currency", "email", "url");
        assertThat(service.audit().faults()).isEmpty();
    }

    /// One of most things that have a page.
    private void furnish() {
        merchant.paid("9999000032", "10000");
        merchant.asked("014_VA", "150000");
        merchant.storedInIndonesia();
        merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://127.0.0.1:1/hook\"}")
                .expect(201);
        merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000}")
                .expect(200);
    }

    /// The forms of all pages to which links lead, with the fields that they have and what stands in them.
    private Map<String, Map<String, String>> forms(Person person, String start) {
        var forms = new TreeMap<String, Map<String, String>>();
        var seen = new LinkedHashSet<>(List.of(start));
        var open = new ArrayDeque<>(seen);
        for (int pages = 0; !open.isEmpty() && pages < PAGES_MAX; pages++) {
            var path = open.poll();
            if (path.contains("sign-out") || path.endsWith("/live")) {
                continue;
            }
            var answer = person.get(path.replace("&amp;", "&"));
            judge(path, "asked for", answer);
            var form = FORM.matcher(answer.body());
            while (form.find()) {
                var fields = forms.computeIfAbsent(form.group(1).split("\\?")[0], _ -> new LinkedHashMap<>());
                var field = FIELD.matcher(form.group(2));
                while (field.find()) {
                    fields.put(field.group(1), field.group(2) == null ? "" : field.group(2));
                    names.add(field.group(1));
                }
            }
            var link = LINK.matcher(answer.body());
            while (link.find()) {
                if (seen.add(link.group(1))) {
                    open.add(link.group(1));
                }
            }
        }
        return forms;
    }

    private Map<String, String> mutated(Map<String, String> given) {
        var fields = new LinkedHashMap<>(given);
        fields.remove("formToken");
        var known = List.copyOf(names);
        for (var name : List.copyOf(fields.keySet())) {
            if (random.nextInt(3) == 0) {
                fields.put(name, Oddities.one(Oddities.TEXTS, random));
            } else if (random.nextInt(8) == 0) {
                fields.remove(name);
            }
        }
        for (int i = given.isEmpty() ? 6 : random.nextInt(3); i > 0; i--) {
            fields.put(Oddities.one(known, random), Oddities.one(Oddities.TEXTS, random));
        }
        fields.remove("formToken");
        return fields;
    }

    private void judge(String path, String what, HttpResponse<String> answer) {
        if (answer.statusCode() >= 500) {
            faults.add(path + " answered " + answer.statusCode() + " to " + shortened(what));
        }
        Judge.internalsIn(answer.body())
                .ifPresent(told -> faults.add(path + " tells " + told + " to " + shortened(what)));
    }

    /// What came to something, and was not sent away to sign in or to prove oneself first.
    private static boolean isTaken(HttpResponse<String> answer) {
        var to = answer.headers().firstValue("Location").orElse("");
        return answer.statusCode() == 200
                || answer.statusCode() == 303 && !to.contains("sign-in") && !to.contains("second-factor");
    }

    private static String shortened(String text) {
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
    }

    /// A path of something that nobody has, and the same in each run: forms are sent in the order of their paths.
    private static String path(Route route) {
        return route.template()
                .replace("{currency}", "IDR")
                .replace("{rail}", "nowhere")
                .replaceAll("\\{[^}]*}", NOBODYS);
    }
}
