package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.FilePayload;
import dev.sluice.app.Eventually;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Base of the tests of files of rows.
public abstract class ImportFileCase extends DashboardTest {
    private static final Pattern AGAIN = Pattern.compile("id=\"duplicates\" name=\"duplicates\" value=\"([^\"]+)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    protected static byte[] csv(String titles, List<String> rows) {
        return rows.stream()
                .collect(Collectors.joining("\n", titles + "\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Uploads a file and returns the path of its page.
    protected static String uploaded(Person person, String folder, byte[] file) {
        var sent = person.upload(folder, Map.of(), "rows.csv", file);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(303);
        return sent.headers().firstValue("Location").orElseThrow();
    }

    protected static FilePayload payload(String name, byte[] file) {
        return new FilePayload(name, "text/csv", file);
    }

    /// Returns the consent to pay repeated rows again, as the form sends it after the user has seen them.
    protected static Map<String, String> again(Person person, String file) {
        var token = AGAIN.matcher(person.get(file).body());
        assertThat(token.find()).isTrue();
        return Map.of("duplicates", token.group(1));
    }

    protected static void awaitEnd(Person person, String file) {
        await(() -> person.get(file).body().contains("Done:"));
    }

    protected static void await(BooleanSupplier wanted) {
        Eventually.within(PATIENCE, "the file is so far", wanted);
    }

    /// Marks a file as confirmed by its sender, and leases it to a node that never processes it.
    protected static void confirmAndHold(String table, String id) {
        service.connections().run(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE " + table + " SET state = 'CONFIRMED', confirmed_by = created_by,"
                                    + " confirmed_by_name = created_by_name, confirmed_at = created_at,"
                                    + " leased_until = now() + interval '1 day' WHERE id = ?::uuid",
                            id);
            TestFileMacs.confirm(tx, service.vault(), UUID.fromString(id));
        });
    }

    /// Changes a team member as an owner.
    protected void team(Person somebody, String what, Map<String, String> form) {
        var path = "/dashboard/team/" + somebody.user().id() + "/" + what;
        assertThat(person(Role.OWNER).post(path, form).statusCode()).isEqualTo(303);
    }

    /// Releases all leases of files, as if the node that held them had died.
    protected static void loseLeases(String table) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE " + table + " SET leased_until = NULL WHERE leased_until IS NOT NULL")
                        .execute());
    }

    /// Confirms a file and waits for its end, while two nodes repeatedly lose their leases, as if each died with
    /// its work half done.
    protected static void doneWhileLeasesAreLost(Person person, String file, String table) throws InterruptedException {
        var going = new AtomicBoolean(true);
        try (var _ = service.sibling()) {
            var attacker = Thread.ofVirtual().start(() -> {
                while (going.get()) {
                    loseLeases(table);
                    pause(1); // a row that is always locked is never taken up
                }
            });
            try {
                assertThat(person.post(file + "/confirm", Map.of()).statusCode())
                        .isEqualTo(303);
                awaitEnd(person, file);
            } finally {
                going.set(false);
                attacker.join();
            }
        }
    }
}
