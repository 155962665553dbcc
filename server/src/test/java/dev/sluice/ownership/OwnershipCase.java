package dev.sluice.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A live deployment with an organization and its owner, an operator, and two nodes with workers that run their steps
/// on the test's command.
abstract class OwnershipCase {
    static final Duration WAIT = OwnershipRules.WAIT_DEFAULT;
    static final Duration A_MOMENT = Duration.ofMillis(1);

    final TestDatabase db = TestDatabase.create();
    final Database database = db.database();
    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T08:00:00Z"));
    final Clocks clocks = new Clocks(now::get);
    final Vault vault = Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
    final Organizations organizations = Organizations.wire(database, clocks);
    final Users users = SwiftUsers.of(database, clocks, new Semaphore(8));
    final OwnershipModule one = OwnershipNode.live(database, vault, clocks);
    final OwnershipModule other = OwnershipNode.live(database, vault, clocks);

    UUID house;
    UUID shop;
    User owner;
    User first;

    @BeforeEach
    void people() {
        house = organizations.create("House", Switches.live()).id();
        shop = organizations.create("Shop", Switches.live()).id();
        owner = somebody(shop, Role.OWNER, "owner");
        first = somebody(house, Role.OPERATOR, "first");
        pass(Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        db.close();
    }

    /// Returns a user with an entitlement old enough to approve.
    User somebody(UUID organization, Role role, String name) {
        return SwiftUsers.entitled(
                database, newcomer(organization, role, name), now.get().minus(WAIT));
    }

    User newcomer(UUID organization, Role role, String name) {
        return users.create(organization, name + "@example.com", name, role).user();
    }

    void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    Ask ask(User by) {
        return new Ask(shop, Participant.of(by), "Asked by phone", "en");
    }

    Ask asCommand() {
        return new Ask(shop, Participant.COMMAND_LINE, "Asked by phone", "en");
    }

    ChangeAnswer<String> invite(Ask ask, String email) {
        return one.changes().inviteOwner(ask, email, "Mallory", OwnershipNode::invitation);
    }

    /// Id of a change that waits, which the owner has seen.
    <T> UUID waits(ChangeAnswer<T> answer) {
        var change = untold(answer);
        one.decisions().recordView(owner);
        return change;
    }

    /// Id of a change that waits, of which no owner knows.
    static <T> UUID untold(ChangeAnswer<T> answer) {
        assertThat(answer).isInstanceOf(ChangeAnswer.Pending.class);
        return ((ChangeAnswer.Pending<T>) answer).change().request().id();
    }

    OwnerChangeResult approve(UUID change, User by) {
        return one.decisions().approve(shop, change, Participant.of(by), "Called");
    }

    OwnerChangeResult approveByCommand(UUID change) {
        return one.decisions().approve(shop, change, Participant.COMMAND_LINE, "Called");
    }

    void work() {
        one.worker().step();
    }

    OwnerChange change(UUID id) {
        return one.decisions().list(shop).stream()
                .filter(each -> each.id().equals(id))
                .flatMap(each -> each.change().stream())
                .findFirst()
                .orElseThrow();
    }

    List<Mail> mailTo(String address) {
        return Mails.wire(database, vault, clocks, Optional.empty()).latest(500).stream()
                .map(StoredMail::mail)
                .filter(mail -> mail.to().equals(address))
                .toList();
    }

    int count(String sql) {
        return database.read(
                handle -> handle.createQuery(sql).mapTo(Integer.class).one());
    }

    void execute(String sql) {
        database.run(tx -> tx.handle().execute(sql));
    }
}
