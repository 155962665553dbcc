package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.audit.Audits;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.db.TwoRoles;
import dev.sluice.refusal.CannotStart;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Nodes with a database role that owns nothing, beside the role that owns the tables.
@Tag("slow")
class ServingRoleTest {
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final Path NO_FILE = Path.of("there-is-no-such.yaml");

    private static String url(Database.Address address) {
        return address.jdbcUrl() + (address.jdbcUrl().contains("?") ? "&" : "?") + "user=" + address.user()
                + "&password=" + String.valueOf(address.password()).replace(" ", "%20");
    }

    private static Map<String, String> serving(TwoRoles roles) {
        return Map.of("SLUICE_DATABASE_URL", url(roles.serving()), "SLUICE_MASTER_KEY", KEY);
    }

    private static Map<String, String> both(TwoRoles roles) {
        var settings = new HashMap<>(serving(roles));
        settings.put("SLUICE_DATABASE_OWNER_URL", url(roles.owner()));
        return settings;
    }

    private static int migrate(Map<String, String> settings) throws Exception {
        var printed = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return new Commands(settings, printed, printed).migrate();
    }

    private static void start(Map<String, String> settings) throws Config.Invalid {
        Infrastructure.open(Config.load(settings, NO_FILE), null).close();
    }

    @Test
    void several_nodes_serve_from_tables_that_they_do_not_own() throws Exception {
        try (var roles = new TwoRoles()) {
            assertThatThrownBy(() -> start(serving(roles)))
                    .isInstanceOf(CannotStart.class)
                    .hasMessageContaining("its user may not change it")
                    .hasMessageContaining("./sluice migrate");
            assertThat(migrate(both(roles))).isZero();
            start(serving(roles));
            start(both(roles));
            try (var one = TestService.startAs(roles.database(), roles.serving());
                    var other = TestService.startAs(roles.database(), roles.serving());
                    var merchant = Merchant.at(one)) {
                merchant.await(merchant.paid("1234567890", "10000"), "completed");
                assertThat(other.audit().isClean()).isTrue();
                var audits = Audits.wire(other.connections(), other.vault(), other.clocks());
                assertThat(audits.verify(List.of()).faults()).isEmpty();
            }
        }
    }

    @Test
    void a_live_node_that_serves_as_the_owner_is_warned_of() throws Exception {
        try (var roles = new TwoRoles()) {
            migrate(both(roles));
            assertThat(warnings(roles.owner()))
                    .anyMatch(line -> line.contains("SLUICE_DATABASE_OWNER_URL") && line.contains("owns the tables"));
            assertThat(warnings(roles.serving()))
                    .noneMatch(line -> line.contains("owns the tables"))
                    .anyMatch(line -> line.contains("SLUICE_MAIL_HOST") && line.contains("owners get no mail"))
                    .anyMatch(line -> line.contains("SLUICE_SCREENING is none"));
        }
    }

    private static List<String> warnings(Database.Address as) throws Config.Invalid {
        var settings = new HashMap<>(Map.of("SLUICE_DATABASE_URL", url(as), "SLUICE_MASTER_KEY", KEY));
        var sandbox = Config.load(settings, NO_FILE);
        settings.put("SLUICE_ENVIRONMENT", "live");
        settings.put("SLUICE_MASTER_KEY", "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=");
        try (var ground = Infrastructure.open(sandbox, null)) {
            return Service.warnings(Config.load(settings, NO_FILE), ground.database());
        }
    }

    @Test
    void a_role_that_may_act_as_the_owner_is_none_to_serve_with() throws Exception {
        try (var roles = new TwoRoles()) {
            roles.letServingActAsOwner();
            assertThatThrownBy(() -> start(both(roles)))
                    .isInstanceOf(CannotStart.class)
                    .hasMessageContaining("give it a role of its own");
        }
    }

    @Test
    void the_two_are_different_users_of_one_database() {
        var url = "postgresql://sluice:hush@127.0.0.1/pay";
        assertThat(faults(Map.of("SLUICE_DATABASE_URL", url, "SLUICE_DATABASE_OWNER_URL", url)))
                .containsExactly("SLUICE_DATABASE_OWNER_URL has the same user as SLUICE_DATABASE_URL: the serving"
                        + " user must not own the tables");
        assertThat(faults(Map.of("SLUICE_DATABASE_OWNER_URL", url)))
                .containsExactly("SLUICE_DATABASE_URL is missing: SLUICE_DATABASE_OWNER_URL has no effect without it");
    }

    private static List<String> faults(Map<String, String> settings) {
        var invalid = catchThrowableOfType(Config.Invalid.class, () -> Config.load(settings, NO_FILE));
        return invalid == null ? List.of() : invalid.lines();
    }
}
