package dev.sluice.dashboard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestService;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.page.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Names of the actions in the audit log.
@Tag("slow")
class AuditActionsTest extends MerchantTest {
    /// Forms that are sent before sign-in, and forms that only ask.
    private static final Set<String> NO_DEEDS = Set.of(
            "password",
            "password/link",
            "sign-in",
            "sign-in/code",
            "sign-in/code/passkey",
            "sign-in/code/passkey/options",
            "sign-in/passkey",
            "sign-in/passkey/options",
            "sign-out",
            "payouts/new",
            "recipients/{id}/verify",
            "developers/requests/{id}");

    /// Actions of sign-in attempts.
    private static final List<String> ENTRANCES = List.of(
            "sign-in",
            "sign-in/first-password",
            "sign-in/code",
            "sign-in/passkey",
            "sign-in/code/passkey",
            "sign-in/refused");

    /// Exports of an organization's data.
    private static final List<String> EXPORTS = List.of(
            "audit/export",
            "balances/statement.csv",
            "balances/statement.xlsx",
            "deposits.csv",
            "deposits/import/{id}/result",
            "operator/banks/{account}/files/{msgId}/content",
            "operator/banks/{account}/inbox/{file}/content",
            "payouts/bulk/{id}/result",
            "payouts/export",
            "recipients/import/{id}/result");

    /// Actions of owner changes that are recorded without a form or command.
    private static final List<String> CHANGES = List.of(
            "ownership/requested",
            "ownership/approved",
            "ownership/confirmed",
            "ownership/objected",
            "ownership/withdrawn",
            "ownership/done",
            "ownership/failed",
            "ownership/lapsed");

    private static final Pattern ADMIN = Pattern.compile("What\\(\"(admin/[a-z/-]*[a-z])\"");
    private static final Pattern BANK = Pattern.compile("audited\\(\\s*\"(bank/[a-z]+)\"");
    private static final Pattern CLIENT = Pattern.compile("[^.]what\\(\"([a-z]+)\"");

    /// Routes of a deployment with a bank account.
    private static List<Route> bankRoutes() {
        var settings = Map.of("SLUICE_BANKS", "../deploy/banks/swiss-sps.yaml", "SLUICE_WORKERS", "off");
        try (var withBank = TestService.start(settings)) {
            return List.copyOf(withBank.routes().all());
        }
    }

    @Test
    void every_action_is_told_in_words_in_every_language() throws IOException {
        var actions = new TreeSet<>(ENTRANCES);
        actions.addAll(EXPORTS);
        actions.addAll(CHANGES);
        Stream.concat(service.routes().all().stream(), bankRoutes().stream())
                .filter(route -> route.method() == Method.POST)
                .map(Route::template)
                .filter(template -> template.startsWith("/dashboard/"))
                .map(template -> template.substring("/dashboard/".length()))
                .filter(template -> !NO_DEEDS.contains(template))
                .forEach(actions::add);
        try (var commands = Files.list(Path.of("src/main/java/dev/sluice/cli"))) {
            for (var command : commands.toList()) {
                var source = Files.readString(command);
                ADMIN.matcher(source).results().map(match -> match.group(1)).forEach(actions::add);
                CLIENT.matcher(source)
                        .results()
                        .map(match -> "admin/client/" + match.group(1))
                        .forEach(actions::add);
                BANK.matcher(source).results().map(match -> match.group(1)).forEach(actions::add);
            }
        }
        assertThat(actions).hasSizeGreaterThan(90).contains("admin/switch", "admin/client/rotate", "payouts/send");
        for (var language : DashboardGuard.LANGUAGES) {
            var texts = Texts.of("dashboard.audit", language.toLanguageTag(), DashboardGuard.LANGUAGES);
            assertThat(actions)
                    .allSatisfy(action ->
                            assertThat(texts.find("did." + action)).as(action).isPresent());
        }
        var bundle = new Properties();
        try (var in = Files.newBufferedReader(Path.of("src/main/resources/texts/dashboard/audit_en.properties"))) {
            bundle.load(in);
        }
        assertThat(bundle.stringPropertyNames().stream()
                        .filter(key -> key.startsWith("did."))
                        .map(key -> key.substring("did.".length())))
                .containsExactlyInAnyOrderElementsOf(actions);
    }
}
