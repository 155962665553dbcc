package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.TwoRoles;
import dev.sluice.http.Page;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Forged rows, inserted with the serving role's rights but without the master key: they block no links of any
/// organization, and verification and operators' alerts report them.
class AuditPlantedTest {
    private static final String ROW = """
            INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role, address, action,
                sealed, outcome, mac)
            """;

    private static final String UNDER_WAY = ROW + """
            VALUES (:organization, '00000000-0000-0000-0000-000000000000', '2999-01-01', gen_random_uuid(), 'Rani',
                'OWNER', '-', 'planted', 'x', NULL, sha256('x'))
            """;

    private static final String FLOOD = ROW + """
            SELECT :organization, ('00000000-0000-0000-0000-' || lpad(to_hex(number), 12, '0'))::uuid, now(),
                gen_random_uuid(), 'Rani', 'OWNER', '-', 'planted', 'x', 200, sha256('x')
            FROM generate_series(1, 100) number
            """;

    /// Moves the forged rows to the next positions.
    private static final String PLACED = """
            UPDATE audit_entry entry SET position = head.position + numbered.number, hash = sha256('x')
            FROM audit_head head, (
                SELECT id, row_number() OVER (ORDER BY id) AS number FROM audit_entry
                WHERE organization_id = :organization AND action = 'planted') numbered
            WHERE head.organization_id = entry.organization_id AND entry.organization_id = :organization
                AND entry.id = numbered.id
            """;

    /// An id without an organization.
    private static final UUID NOBODY = new UUID(0, 0);

    private static final String FORGED = "have a wrong MAC: not written by a node, or changed before they were linked";

    private static TwoRoles roles;
    private static Database serving;
    private static Vault vault;

    private final List<UUID> nobody = new ArrayList<>();
    private final UUID organization = UUID.randomUUID();
    private final UUID neighbour = UUID.randomUUID();
    private final List<StrayEntries> told = new ArrayList<>();
    private Duration ahead = Duration.ZERO;
    private Audits audits = started();

    @BeforeAll
    static void open() {
        roles = new TwoRoles();
        serving = Database.open(roles.serving(), 4, null);
        Migrations.migrate(serving, roles.owner());
        vault = Vault.open(serving, new byte[Vault.MASTER_KEY_BYTES]);
    }

    @AfterAll
    static void close() {
        serving.close();
        roles.close();
    }

    /// Returns the log of a node after its start.
    private Audits started() {
        InstantSource clock = () -> InstantSource.system().instant().plus(ahead);
        return Audits.wire(serving, vault, new Clocks(clock));
    }

    private void does(UUID organizationId, String action) {
        audits.run(deed(organizationId, action), () -> 303, status -> status, _ -> 500);
    }

    private static AuditAction deed(UUID organizationId, String action) {
        var actor = new AuditAction.Actor(organizationId, new UUID(1, 1), "Rani", "OWNER", "192.0.2.1");
        return new AuditAction(actor, action, null, Map.of("reason", "x"));
    }

    private void linkAll() {
        int rounds = 0;
        while (audits.link()) {
            assertThat(++rounds).isLessThan(1_000);
        }
    }

    private void plant(UUID organizationId, String sql) {
        serving.run(tx -> assertThat(tx.handle()
                        .createUpdate(sql)
                        .bind("organization", organizationId)
                        .execute())
                .isPositive());
    }

    /// Inserts rows without the database's triggers, as the owner of the tables could.
    private void plantAsOwner(UUID organizationId, String sql) {
        roles.database().database().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            assertThat(tx.handle()
                            .createUpdate(sql)
                            .bind("organization", organizationId)
                            .execute())
                    .isPositive();
        });
    }

    /// Returns the faults of these organizations.
    private List<String> faults() {
        return audits.verify().faults().stream()
                .filter(fault -> Stream.concat(Stream.of(organization, neighbour), nobody.stream())
                        .anyMatch(each -> fault.startsWith("organization " + each + ":")))
                .toList();
    }

    private void watch() {
        audits.watch((_, strays) -> {
            if (strays.organizationId().equals(organization)) {
                told.add(strays);
            }
        });
    }

    private List<Entry> entries(UUID organizationId) {
        return audits.page(organizationId, AuditFilter.all(), new Page.Request(200, 1, Page.Sort.CREATED_DESCENDING))
                .docs();
    }

    private Entry entry(UUID organizationId, String action) {
        return entries(organizationId).stream()
                .filter(each -> each.action().action().equals(action))
                .findFirst()
                .orElseThrow();
    }

    private void before() {
        does(organization, "before");
        does(neighbour, "before");
        linkAll();
        assertThat(faults()).isEmpty();
    }

    /// Verifies that later entries of all organizations are linked.
    private void assertLinksOn() {
        does(organization, "after");
        does(neighbour, "after");
        linkAll();
        assertThat(entry(organization, "after").position()).isEqualTo(2);
        assertThat(entry(neighbour, "after").position()).isEqualTo(2);
    }

    private List<UUID> attacked(String whose) {
        return whose.equals("all") ? List.of(organization, neighbour) : List.of(organization);
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "all"})
    void a_row_that_is_under_way_for_ever_holds_up_nothing(String whose) {
        before();
        attacked(whose).forEach(each -> plant(each, UNDER_WAY));
        assertThat(faults())
                .as("before any node looked at it")
                .containsExactlyInAnyOrderElementsOf(forged(attacked(whose), 1));
        assertLinksOn();
        assertThat(faults()).containsExactlyInAnyOrderElementsOf(forged(attacked(whose), 1));
    }

    private static List<String> forged(List<UUID> organizations, int number) {
        return organizations.stream()
                .map(each -> "organization " + each + ": " + number + " entries " + FORGED)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "all"})
    void a_row_at_the_next_position_keeps_no_entry_from_it(String whose) {
        before();
        for (var each : attacked(whose)) {
            plant(each, UNDER_WAY);
            plant(each, PLACED);
        }
        assertThat(faults())
                .hasSize(attacked(whose).size())
                .allMatch(fault -> fault.endsWith(": 1 entries are behind the end of the chain"));
        assertLinksOn();
        assertThat(faults())
                .hasSize(attacked(whose).size())
                .allMatch(fault -> fault.endsWith(": 1 entries have the position of another entry"));
    }

    /// A trigger of the database rejects such a row; if the owner of the tables inserts it, nodes reject it.
    @ParameterizedTest
    @ValueSource(strings = {"one", "all"})
    void a_row_that_is_inserted_at_the_next_position_keeps_no_entry_from_it(String whose) {
        before();
        attacked(whose).forEach(each -> plantAsOwner(each, """
                INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role, address,
                    action, sealed, outcome, position, hash, mac)
                SELECT organization_id, gen_random_uuid(), now(), gen_random_uuid(), 'Rani', 'OWNER', '-', 'planted',
                    'x', 200, position + 1, sha256('x'), sha256('x')
                FROM audit_head WHERE organization_id = :organization
                """));
        assertLinksOn();
        assertThat(faults())
                .hasSize(attacked(whose).size())
                .allMatch(fault -> fault.endsWith(": 1 entries have the position of another entry"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2, sha256('x'), sha256('x'), now()", "NULL, NULL, sha256('x'), 'infinity'"})
    void the_database_takes_no_row_that_no_node_writes(String values) {
        before();
        var refused = catchThrowableOfType(
                RuntimeException.class,
                () -> plant(
                        organization,
                        "INSERT INTO audit_entry (organization_id, id, actor_id, actor_name, actor_role, address,"
                                + " action, sealed, position, hash, mac, begun_at) VALUES (:organization,"
                                + " gen_random_uuid(), gen_random_uuid(), 'Rani', 'OWNER', '-', 'planted', 'x', "
                                + values + ")"));
        assertThat(refused).hasStackTraceContaining("an entry of the audit log");
    }

    @Test
    void many_rows_of_one_organization_starve_neither_it_nor_others() {
        before();
        plant(organization, FLOOD);
        does(neighbour, "after");
        int rounds = 0;
        while (entry(neighbour, "after").position() == null) {
            audits.link();
            assertThat(++rounds).as("others have their turn").isLessThanOrEqualTo(2);
        }
        does(organization, "after");
        linkAll();
        assertThat(entry(organization, "after").position()).isEqualTo(2);
        assertThat(faults()).containsExactlyElementsOf(forged(List.of(organization), 100));
    }

    @Test
    void rows_at_the_next_hundred_positions_are_passed_by() {
        before();
        plant(organization, FLOOD);
        plant(organization, PLACED);
        assertLinksOn();
        assertThat(faults())
                .containsExactlyInAnyOrder(
                        "organization " + organization + ": 99 entries are behind the end of the chain",
                        "organization " + organization + ": 1 entries have the position of another entry");
    }

    /// The attacked chain cannot continue there; all others do, and verification reports the fault.
    @Test
    void a_head_at_the_last_position_there_is_stops_no_other_organization() {
        before();
        plant(
                organization,
                "UPDATE audit_head SET position = 9223372036854775807, last_hash = sha256('x')"
                        + " WHERE organization_id = :organization");
        does(organization, "after");
        does(neighbour, "after");
        linkAll();
        assertThat(entry(neighbour, "after").position()).isEqualTo(2);
        assertThat(entry(organization, "after").position()).isNull();
        ahead = StrayEntryFinder.LINKED_WITHIN.plusMinutes(1);
        assertThat(faults())
                .contains("organization " + organization
                        + ": 1 entries have waited for more than 15 minutes to be linked")
                .contains("organization " + organization + ": the MAC of the chain does not match");
    }

    @Test
    void a_row_of_an_organization_without_a_chain_is_a_fault_and_makes_none() {
        before();
        nobody.add(NOBODY);
        plant(NOBODY, UNDER_WAY);
        linkAll();
        assertThat(faults()).containsExactlyElementsOf(forged(List.of(NOBODY), 1));
        assertThat(audits.verify().ends())
                .extracting(End::organizationId)
                .contains(organization, neighbour)
                .doesNotContain(NOBODY);
        plant(NOBODY, FLOOD);
        plant(NOBODY, """
                UPDATE audit_entry SET position = 7, hash = sha256('x')
                WHERE organization_id = :organization AND position IS NULL
                """);
        assertThat(faults()).contains("organization " + NOBODY + ": 100 entries are behind the end of the chain");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outcome = 403",
                "outcome = 0",
                "subject = 's-2'",
                "sealed = 'x'",
                "mac = sha256('x')",
                "position = 0, hash = sha256('x')"
            })
    void an_entry_that_is_changed_before_it_is_linked_is_not_linked_and_found(String change) {
        before();
        var sql = "UPDATE audit_entry SET " + change + " WHERE organization_id = :organization AND position IS NULL";
        try {
            audits.run(
                    deed(organization, "changed"),
                    () -> {
                        plant(organization, sql);
                        throw new StackOverflowError("as if the node had died here");
                    },
                    _ -> 200,
                    _ -> 500);
        } catch (StackOverflowError died) {
            assertThat(died).hasMessageContaining("died");
        }
        assertLinksOn();
        assertThat(faults()).containsExactlyElementsOf(forged(List.of(organization), 1));
        assertThat(entry(organization, "changed").authentic()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"actor_name = 'Budi'", "begun_at = begun_at - interval '1 day'"})
    void an_owner_who_changes_what_nobody_else_may_is_found_too(String change) {
        before();
        does(organization, "changed");
        plantAsOwner(
                organization,
                "UPDATE audit_entry SET " + change + " WHERE organization_id = :organization AND position IS NULL");
        assertLinksOn();
        assertThat(faults()).containsExactlyElementsOf(forged(List.of(organization), 1));
    }

    @Test
    void an_entry_that_was_refused_before_is_not_hidden_by_a_planted_one() {
        before();
        plant(organization, ROW + """
                VALUES (:organization, 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2999-01-01',
                    '00000000-0000-0001-0000-000000000001', 'Rani', 'OWNER', '-', 'sign-in/refused', 'x', 401,
                    sha256('x'))
                """);
        audits.noteAtMost(deed(organization, "sign-in/refused"), 401, Duration.ofMinutes(1));
        audits.noteAtMost(deed(organization, "sign-in/refused"), 401, Duration.ofMinutes(1));
        assertThat(entries(organization))
                .filteredOn(each -> each.action().action().equals("sign-in/refused"))
                .filteredOn(Entry::authentic)
                .hasSize(1);
    }

    @Test
    void operators_are_told_once_and_again_when_there_are_more() {
        before();
        watch();
        assertThat(told).isEmpty();
        plant(organization, UNDER_WAY);
        watch();
        assertThat(told).containsExactly(new StrayEntries(organization, StrayEntries.Reason.FORGED, 1));
        watch();
        audits = started();
        watch();
        assertThat(told).hasSize(1);
        plant(organization, FLOOD);
        watch();
        assertThat(told).hasSize(2).last().isEqualTo(new StrayEntries(organization, StrayEntries.Reason.FORGED, 101));
    }

    /// A stopped node leaves unlinked entries; the next one links them.
    @Test
    void entries_that_a_node_left_behind_are_linked_before_anybody_is_told_of_them() {
        before();
        does(organization, "after");
        ahead = StrayEntryFinder.LINKED_WITHIN.plusMinutes(1);
        assertThat(faults()).singleElement(STRING).contains("to be linked");
        watch();
        assertThat(told).isEmpty();
        assertThat(entry(organization, "after").position()).isEqualTo(2);
    }
}
