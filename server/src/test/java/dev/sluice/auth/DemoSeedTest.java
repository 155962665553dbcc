package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoSeedTest {
    private final AuthFixture fixture = new AuthFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void demo_env_has_every_key_and_only_its_owner_reads_it(@TempDir Path dir) throws IOException {
        var file = fixture.demoSeed().seed((_, _) -> {}).write(dir.resolve("data"), "http://127.0.0.1:8080", false);
        assertThat(EnvFile.read(file))
                .containsOnlyKeys(
                        "SLUICE_BASE_URL",
                        "SLUICE_CLIENT_ID",
                        "SLUICE_CLIENT_SECRET",
                        "SLUICE_API_KEY",
                        "SLUICE_DASHBOARD_URL",
                        "SLUICE_DASHBOARD_EMAIL",
                        "SLUICE_DASHBOARD_PASSWORD",
                        "SLUICE_OPERATOR_EMAIL",
                        "SLUICE_OPERATOR_PASSWORD")
                .containsEntry("SLUICE_BASE_URL", "http://127.0.0.1:8080");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var files = Files.list(dir.resolve("data"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void every_start_writes_the_same_credentials_whatever_happened_to_the_file(@TempDir Path dir) throws IOException {
        var first = fixture.demoSeed().seed((_, _) -> {});
        var second = fixture.demoSeed().seed((_, _) -> {
            throw new AssertionError("balances are given once");
        });
        assertThat(second).isEqualTo(first);
        assertThat(Files.readString(second.write(dir, "http://127.0.0.1:1", false)))
                .isEqualTo(Files.readString(first.write(dir, "http://127.0.0.1:1", false)));
        assertThat(fixture.organizations.list()).hasSize(1);
    }

    @Test
    void the_credentials_work() {
        var demo = fixture.demoSeed().seed((_, _) -> {});
        var values = demo.credentials();
        assertThat(fixture.users.authenticate(
                        values.getOrDefault("SLUICE_OPERATOR_EMAIL", ""),
                        values.getOrDefault("SLUICE_OPERATOR_PASSWORD", "")))
                .isPresent();
        assertThat(fixture.keys.bearer(values.getOrDefault("SLUICE_API_KEY", ""), true))
                .isPresent();
        assertThat(fixture.clients.signer(values.getOrDefault("SLUICE_CLIENT_ID", ""), true))
                .hasValueSatisfying(signer -> assertThat(signer.secrets())
                        .extracting(ApiClients.OpenSecret::text)
                        .containsExactly(values.get("SLUICE_CLIENT_SECRET")));
        assertThat(fixture.organizations.switches(demo.organizationId()).conversionEnabled("USDC", "IDR"))
                .isTrue();
    }

    @Test
    void nodes_that_start_together_make_one_organization() {
        var balances = new ConcurrentLinkedQueue<UUID>();
        var nodes = java.util.stream.IntStream.range(0, 4)
                .mapToObj(_ -> CompletableFuture.supplyAsync(
                        () -> fixture.demoSeed().seed((_, organization) -> balances.add(organization))))
                .toList();
        var demos = nodes.stream().map(CompletableFuture::join).distinct().toList();
        assertThat(demos).hasSize(1);
        assertThat(fixture.organizations.list()).hasSize(1);
        assertThat(balances).contains(demos.getFirst().organizationId());
    }
}
