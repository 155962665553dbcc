package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switches;
import dev.sluice.signin.Sessions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Live deployment with an organization, its owner and an operator.
record LiveDeployment(TestService service, Merchant merchant, Person person, Person operator) implements AutoCloseable {
    /// Settings of a rail that pays out tokens on one EVM network, and accepts none.
    static final Map<String, String> POLYGON = Map.of(
            "SLUICE_EVM_POLYGON_RPC", "http://127.0.0.1:9",
            "SLUICE_EVM_PRIVATE_KEY", "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");
    /// Settings of a rail that pays out and accepts tokens on one EVM network.
    static final Map<String, String> TOKENS = Map.of(
            "SLUICE_EVM_POLYGON_RPC",
            "http://127.0.0.1:9",
            "SLUICE_EVM_PRIVATE_KEY",
            "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
            "SLUICE_EVM_DEPOSIT_XPUB",
            "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUH"
                    + "Cdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw");

    private static final Map<String, String> LIVE = Map.of(
            "SLUICE_ENVIRONMENT", "live",
            "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
            "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

    static LiveDeployment with(Map<String, String> rails) {
        var settings = new HashMap<>(LIVE);
        settings.putAll(rails);
        var service = TestService.start(settings);
        var merchant = Merchant.of(service, Switches.sandbox(), EnumSet.allOf(Scope.class), false);
        return new LiveDeployment(
                service, merchant, person(service, merchant, Role.OWNER), person(service, merchant, Role.OPERATOR));
    }

    private static Person person(TestService service, Merchant merchant, Role role) {
        var user = SwiftUsers.of(service)
                .create(merchant.organizationId(), role + "@example.com", "Rani", role)
                .user();
        var sessions = Sessions.wire(
                service.connections(),
                service.vault(),
                service.clocks(),
                Organizations.wire(service.connections(), service.clocks()),
                SwiftUsers.of(service),
                new SecureRandom(),
                true);
        return new Person(service.baseUrl(), user, sessions.open(user, "127.0.0.1", "test", true));
    }

    String page(String path) {
        return page(person, path);
    }

    static String page(Person reader, String path) {
        var answer = reader.get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    /// Returns the values of a select's options without the empty one.
    List<String> options(String path, String select) {
        return options(person, path, select);
    }

    static List<String> options(Person reader, String path, String select) {
        var options = Pattern.compile("<select[^>]* name=\"" + select + "\".*?</select>", Pattern.DOTALL)
                .matcher(page(reader, path));
        assertThat(options.find()).as(path + " has " + select).isTrue();
        return Pattern.compile("<option value=\"([^\"]+)\"")
                .matcher(options.group())
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @Override
    public void close() {
        merchant.close();
        service.close();
    }
}
