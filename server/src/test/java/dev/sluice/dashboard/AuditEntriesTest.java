package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests that audit entries omit the secret fields of all forms of the dashboard, and no others.
class AuditEntriesTest {
    private static final Path TEMPLATES = Path.of("src/main/jte");
    private static final Path DASHBOARD = TEMPLATES.resolve("dashboard");
    private static final Path OPERATOR = TEMPLATES.resolve("operator");
    private static final Pattern NAME = Pattern.compile("\\bname ?= ?\"([A-Za-z][A-Za-z.]*)\"");
    private static final Pattern PROVES =
            Pattern.compile("type ?= ?\"password\"|autocomplete ?= ?\"(?:one-time-code|current-password|new-password)");

    /// Forms that are sent before sign-in; audit entries contain none of their fields.
    private static final String BEFORE_SIGN_IN = "signin";

    private static final String OWN = "account";

    /// Returns the field names in the templates of each part of the dashboard.
    private static Map<String, Set<String>> fields(Pattern onLinesWith) throws IOException {
        var fields = new TreeMap<String, Set<String>>();
        try (var files = Files.walk(TEMPLATES)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".jte")).toList()) {
                if (!file.startsWith(DASHBOARD) && !file.startsWith(OPERATOR)) {
                    continue;
                }
                var below = file.startsWith(DASHBOARD) ? DASHBOARD : TEMPLATES;
                var part = below.relativize(file).getName(0).toString();
                Files.readAllLines(file).stream()
                        .filter(line -> onLinesWith.matcher(line).find())
                        .flatMap(line -> NAME.matcher(line).results())
                        .forEach(match -> fields.computeIfAbsent(part, _ -> new TreeSet<>())
                                .add(match.group(1)));
            }
        }
        fields.remove(BEFORE_SIGN_IN);
        return fields;
    }

    @Test
    void of_all_fields_only_these_are_secret() throws IOException {
        var secret = new TreeMap<String, Set<String>>();
        int[] all = {0};
        fields(NAME)
                .forEach((part, names) -> names.forEach(name -> {
                    all[0]++;
                    if (AuditEntries.isSecret(part + "/x", name)) {
                        secret.computeIfAbsent(part, _ -> new TreeSet<>()).add(name);
                    }
                }));
        assertThat(all[0]).isGreaterThan(150);
        assertThat(secret)
                .isEqualTo(Map.of(
                        OWN,
                        Set.of(
                                "before",
                                "passwordConfirmation",
                                "proof",
                                "code",
                                "codeForCodes",
                                "password",
                                "credential"),
                        "convert",
                        Set.of("formToken"),
                        "kit",
                        Set.of("formToken"),
                        "payout",
                        Set.of("formToken"),
                        "unknownoutcome.jte",
                        Set.of("formToken")));
    }

    @Test
    void whatever_is_typed_to_prove_oneself_is_secret() throws IOException {
        var proving = fields(PROVES);
        assertThat(proving.keySet()).containsExactly(OWN);
        assertThat(proving.get(OWN))
                .contains("before", "password", "passwordConfirmation", "proof", "code", "codeForCodes")
                .allMatch(name -> AuditEntries.isSecret(OWN + "/x", name));
    }

    @Test
    void an_entry_tells_so_much_of_a_form_and_how_much_it_leaves_out() {
        var usual = Map.of("reason", "because", "amount", "5");
        assertThat(AuditEntries.bounded(usual)).isEqualTo(usual);
        assertThat(AuditEntries.requireComplete(usual)).isEqualTo(usual);
        var many = new TreeMap<String, String>();
        IntStream.range(0, 1_000).forEach(each -> many.put("field" + each, "x"));
        assertThat(AuditEntries.bounded(many)).hasSize(201).containsEntry("…", "+800");
        assertThatThrownBy(() -> AuditEntries.requireComplete(many)).isInstanceOf(Forbidden.class);
        var large = new TreeMap<String, String>();
        List.of("a", "b", "c").forEach(each -> large.put(each, each.repeat(9_000)));
        var told = AuditEntries.bounded(large);
        assertThat(told).containsOnlyKeys("a", "b", "…").containsEntry("…", "+1");
        assertThat(told.get("a")).endsWith("a… +1000");
        assertThat(told.values().stream().mapToInt(String::length).sum()).isLessThan(16_100);
        assertThat(AuditEntries.bounded(Map.of("a", "x".repeat(7_999) + "😀")).get("a"))
                .endsWith("x… +2");
    }

    @Test
    void codes_and_tokens_that_open_nothing_are_told_and_so_is_paying_a_file_again() {
        assertThat(Set.of("token", "bank.paymentCode", "recipient.bank.bankCode", "postCode", "formKey"))
                .noneMatch(name -> AuditEntries.isSecret("conversions", name));
        assertThat(AuditEntries.isSecret("payouts/bulk/{id}/confirm", "duplicates"))
                .isFalse();
        assertThat(AuditEntries.isSecret("account/password", "PASSWORDCONFIRMATION"))
                .isTrue();
    }
}
