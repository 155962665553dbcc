package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.auth.AuthFixture;
import dev.sluice.clock.Clocks;
import dev.sluice.http.Page;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The command line of a live deployment, at an organization that has an owner.
class AdminOwnershipTest {
    private static final Duration WAIT = Duration.ofHours(72);

    private final AuthFixture fixture = new AuthFixture();
    private final Terminal terminal = new Terminal(fixture, Path.of("."));
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private String shop;
    private User owner;

    @BeforeEach
    void people() {
        terminal.sandbox = false;
        terminal.clocks = new Clocks(() -> Instant.now().plus(ahead.get()));
        shop = fixture.organization("Shop").id().toString();
        owner = fixture.users
                .create(UUID.fromString(shop), "owner@example.com", "Owner", Role.OWNER)
                .user();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private User operator(String name) {
        return fixture.users
                .create(fixture.organization("House").id(), name + "@example.com", name, Role.OPERATOR)
                .user();
    }

    private Terminal.Printed admin(String... command) {
        var all = new ArrayList<>(List.of("admin"));
        all.addAll(List.of(command));
        all.addAll(List.of("--reason", "Lost"));
        return terminal.run(all.toArray(String[]::new));
    }

    private String change() {
        return admin("ownership", "list")
                .out()
                .lines()
                .filter(line -> line.startsWith(shop))
                .map(line -> line.split("\\s+")[1])
                .findFirst()
                .orElseThrow();
    }

    private List<Mail> mailTo(String address) {
        return Mails.wire(fixture.database.database(), fixture.vault, fixture.clocks, Optional.empty())
                .latest(100)
                .stream()
                .map(StoredMail::mail)
                .filter(mail -> mail.to().equals(address))
                .toList();
    }

    private void assertNothingIsChangedYet(Terminal.Printed printed) {
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(printed.out())
                .startsWith("NOTHING IS CHANGED YET")
                .contains("can object", "./sluice admin ownership list", "ownership withdraw " + shop)
                .doesNotContain("PASSWORD=");
    }

    @Test
    void without_a_mail_server_nobody_is_said_to_get_a_mail() {
        assertThat(admin("user", "reset-factors", shop, owner.email()).out()).contains("Every owner gets a mail");
        terminal.mailServer = false;
        var printed = admin("user", "new-password", shop, owner.email());
        assertNothingIsChangedYet(printed);
        assertThat(printed.out())
                .contains(
                        "No mail server is configured (SLUICE_MAIL_HOST)",
                        "Call an owner",
                        "ownership confirm-told " + shop)
                .doesNotContain("Every owner gets a mail");
    }

    @Test
    void whoever_gets_in_or_back_in_waits() {
        assertNothingIsChangedYet(admin("user", "create", shop, "mallory@example.com", "Mallory"));
        assertNothingIsChangedYet(admin("user", "create", shop, "mal@example.com", "Mal", "--role", "admin"));
        assertNothingIsChangedYet(admin("user", "new-password", shop, owner.email()));
        assertNothingIsChangedYet(admin("user", "reset-factors", shop, owner.email()));
        assertNothingIsChangedYet(admin("user", "disable", shop, owner.email()));
        assertThat(fixture.users.find("mallory@example.com")).isEmpty();
        assertThat(fixture.users.find("mal@example.com")).isEmpty();
        assertThat(fixture.users.find(owner.email()).orElseThrow()).isEqualTo(owner);
        assertThat(mailTo(owner.email()))
                .hasSize(5)
                .allSatisfy(mail -> assertThat(mail.text())
                        .contains("command line of the server", "Lost", "https://pay.example.com/dashboard/ownership"));
        assertThat(admin("ownership", "list", shop).out().lines().filter(line -> line.startsWith(shop)))
                .hasSize(5);
    }

    /// In a live deployment, a password in a terminal's scrollback is no longer valid when another person reads
    /// it.
    @Test
    void where_nobody_owns_an_organization_a_first_password_is_printed_at_once() {
        var empty = fixture.organization("Empty").id().toString();
        var printed = admin("user", "create", empty, "fay@example.com", "Fay");
        assertThat(printed.err()).contains("The password is temporary", "7 days");
        assertThat(fixture.users.authenticate("fay@example.com", printed.value("SLUICE_DASHBOARD_PASSWORD")))
                .isPresent();
        assertThat(fixture.users.find("fay@example.com").orElseThrow().firstPasswordUntil())
                .isPresent();
        assertThat(admin("user", "new-password", empty, "fay@example.com").value("SLUICE_DASHBOARD_PASSWORD"))
                .isNotEmpty();
        terminal.sandbox = true;
        assertThat(admin("user", "create", shop, "stay@example.com", "Stay").err())
                .isEmpty();
        assertThat(fixture.users.find("stay@example.com").orElseThrow().firstPasswordUntil())
                .isEmpty();
    }

    @Test
    void an_operator_is_made_at_once() {
        assertThat(admin("user", "create", shop, "op@example.com", "Op", "--role", "operator")
                        .value("SLUICE_DASHBOARD_PASSWORD"))
                .isNotEmpty();
    }

    @Test
    void owners_are_told_why() {
        var refused = terminal.run("admin", "user", "new-password", shop, owner.email());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("--reason is missing");
    }

    @Test
    void with_one_operator_the_command_line_approves_what_the_operator_asks_and_not_its_own() {
        operator("first");
        admin("user", "create", shop, "mallory@example.com", "Mallory");
        var own = admin("ownership", "approve", shop, change());
        assertThat(own.code()).isEqualTo(1);
        assertThat(own.err()).contains("You cannot approve your own request");
    }

    @Test
    void with_several_operators_it_stands_for_none() {
        operator("first");
        operator("second");
        admin("user", "create", shop, "mallory@example.com", "Mallory");
        var refused = admin("ownership", "approve", shop, change());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("several operators");
    }

    @Test
    void without_an_operator_it_approves_and_waits_and_carries_out_once() {
        var asked = admin("user", "create", shop, "mallory@example.com", "Mallory");
        assertThat(asked.out()).contains("ownership approve " + shop, "ownership carry-out " + shop);
        var change = change();
        assertThat(admin("ownership", "carry-out", shop, change).err()).contains("not approved yet");
        assertThat(admin("ownership", "approve", shop, change).out())
                .contains("Approved. The change takes effect on its due date.");
        ahead.set(WAIT.minus(Duration.ofMinutes(1)));
        assertThat(admin("ownership", "carry-out", shop, change).err()).contains("waiting period is not over");
        ahead.set(WAIT);
        assertThat(admin("ownership", "carry-out", shop, change).err()).contains("no owner was notified");
        assertThat(terminal.run("admin", "ownership", "confirm-told", shop, change)
                        .err())
                .contains("--reason is missing");
        assertThat(admin("ownership", "confirm-told", shop, change).out())
                .contains("The change takes effect once it is approved and due.");
        assertThat(admin("ownership", "confirm-told", shop, change).err()).contains("already knows of this change");
        assertThat(admin("ownership", "carry-out", shop, change).err()).contains("waiting period is not over");
        ahead.set(WAIT.plus(Duration.ofHours(24)));
        var password = admin("ownership", "carry-out", shop, change).value("SLUICE_DASHBOARD_PASSWORD");
        assertThat(fixture.users.authenticate("mallory@example.com", password)).isPresent();
        assertThat(admin("ownership", "carry-out", shop, change).code()).isEqualTo(1);
        assertThat(admin("ownership", "list").out()).doesNotContain(change);
        assertThat(Audits.wire(fixture.database.database(), fixture.vault, fixture.clocks)
                        .page(
                                UUID.fromString(shop),
                                AuditFilter.all(),
                                new Page.Request(50, 1, Page.Sort.CREATED_DESCENDING))
                        .docs())
                .extracting(entry -> entry.action().action())
                .contains(
                        "admin/user/create",
                        "admin/ownership/approve",
                        "admin/ownership/confirm-told",
                        "admin/ownership/carry-out",
                        "ownership/done");
    }

    @Test
    void a_change_is_withdrawn() {
        admin("user", "reset-factors", shop, owner.email());
        assertThat(admin("ownership", "withdraw", shop, change()).out()).contains("Nothing was changed");
        assertThat(admin("ownership", "list").out()).doesNotContain(shop);
        assertThat(mailTo(owner.email()).getFirst().subject()).contains("withdrawn");
    }

    @Test
    void what_is_no_change_is_said_so() {
        assertThat(admin("ownership", "approve", shop, UUID.randomUUID().toString())
                        .err())
                .contains("This organization has no such change");
        assertThat(admin("ownership", "approve", shop, "x").err()).contains("not an id: x");
        assertThat(admin("user", "new-password", shop, "nobody@example.com").err())
                .contains("no user nobody@example.com");
    }

    @Test
    void owners_get_a_mail_of_what_widens_access() {
        admin("client", "create", shop, "till", "--scope", "payouts");
        admin("key", "create", shop, "books");
        admin("switch", "off", shop, "second-factor-required");
        assertThat(mailTo(owner.email()))
                .extracting(Mail::subject)
                .extracting(subject -> subject.split(" / ")[0])
                .containsExactlyInAnyOrder(
                        "Shop: Create an API client",
                        "Shop: Create an API key",
                        "Shop: Make two-factor authentication optional");
        assertThat(mailTo(owner.email()))
                .allSatisfy(mail -> assertThat(mail.text()).contains("command line", "Reason: Lost"));
    }
}
