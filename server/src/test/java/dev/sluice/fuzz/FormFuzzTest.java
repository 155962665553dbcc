package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every form of the dashboard, sent as no browser would send it: no page is an internal error, and none shows
/// internals. The forms and their fields come from the pages themselves.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("slow")
class FormFuzzTest extends PageFuzzCase {
    private static final int TRIES = Integer.getInteger("sluice.fuzz.forms", 6);
    private static final int OTHERS_TRIES = Math.ceilDiv(TRIES, 6);
    private static final int TAKEN_MIN = 30;

    private static final String NOBODYS = "00000000-0000-7000-8000-000000000000";

    /// Ends the session that all other requests need.
    private static final List<String> LAST = List.of("/dashboard/sign-out");

    /// Addresses with at least one processed form: these responses passed the access check and the token check.
    private final TreeSet<String> taken = new TreeSet<>();

    /// Runs last, because operators disable assets and methods that the other tests use.
    @Test
    @Order(2)
    void no_form_breaks_a_page() {
        furnish();
        var forms = reach(person(Role.OWNER), "/dashboard").forms();
        forms.putAll(reach(person(Role.OPERATOR), "/dashboard/operator").forms());
        addAll(forms);
        for (var form : forms.entrySet()) {
            var role = form.getKey().startsWith("/dashboard/operator") ? Role.OPERATOR : Role.OWNER;
            send(role, form.getKey(), form.getValue(), TRIES);
        }
        System.out.println("Form fuzz: " + forms.size() + " addresses, " + names.size() + " names of fields, done at "
                + taken.size() + "; " + tally + "; " + ApiFuzzTest.again("-Dsluice.fuzz.forms=" + TRIES));
        assertThat(taken).as("addresses at which a form was done").hasSizeGreaterThan(TAKEN_MIN);
        assertThat(names).as("fields found on pages").contains("amount", "currency", "email", "url");
        assertThat(service.audit().faults()).isEmpty();
    }

    /// Sends the forms of all visible pages, and all form addresses, including those without access.
    @ParameterizedTest
    @Order(1)
    @EnumSource(
            names = {"OWNER", "OPERATOR"},
            mode = EnumSource.Mode.EXCLUDE)
    void no_form_that_others_send_breaks_a_page(Role role) {
        furnish();
        var forms = reach(person(role), "/dashboard").forms();
        assertThat(forms).as("forms that they see").isNotEmpty();
        addAll(forms);
        forms.forEach((path, fields) -> send(role, path, fields, OTHERS_TRIES));
        System.out.println("Form fuzz, " + role + ": " + forms.size() + " addresses, done at " + taken.size() + "; "
                + tally + "; " + ApiFuzzTest.again(""));
        assertThat(tally.hasAnswer(403)).as("what is not theirs is refused").isTrue();
        assertThat(service.audit().faults()).isEmpty();
    }

    private static void addAll(Map<String, Map<String, String>> forms) {
        service.routes().all().stream()
                .filter(route ->
                        route.method() == Method.POST && route.template().startsWith("/dashboard"))
                .map(FormFuzzTest::path)
                .forEach(path -> forms.putIfAbsent(path, Map.of()));
        LAST.forEach(forms::remove);
    }

    private void send(Role role, String path, Map<String, String> given, int tries) {
        var person = person(role);
        var token = person.formToken();
        for (int i = 0; i < tries; i++) {
            var fields = mutated(given);
            fields.put("formToken", token);
            var answer = person.postAsIs(path, fields);
            judge(path, fields.toString(), answer);
            if (isTaken(answer)) {
                taken.add(path);
            }
        }
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

    /// Reports whether a form was processed, instead of redirected to sign-in or to a confirmation of identity.
    private static boolean isTaken(HttpResponse<String> answer) {
        var to = answer.headers().firstValue("Location").orElse("");
        return answer.statusCode() == 200
                || answer.statusCode() == 303 && !to.contains("sign-in") && !to.contains("second-factor");
    }

    /// Returns a path of a resource that does not exist; it is the same in each run, because forms are sent in the
    /// order of their paths.
    private static String path(Route route) {
        return route.template()
                .replace("{currency}", "IDR")
                .replace("{rail}", "nowhere")
                .replaceAll("\\{[^}]*}", NOBODYS);
    }
}
