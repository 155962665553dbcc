package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Statements behind users' lists: each list of operators' tasks has an index of its own, so that it reads only
/// pending items instead of all past ones; and statements behind merchants' searches.
class LookedAtTest {
    private static final String OPEN = "deposit_payment_open_exception";

    /// No organization, asset, reason or day.
    private static final String UNNARROWED = "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL";

    private static final String CUSTOM = "force_custom_plan";
    private static final String DUE =
            "('{bank}', now(), now(), 5, '{bank}', now(), now(), 5, '{}', '{}', '{}', '{}', 5," + " now())";
    private static final String ID = "'01993f71-0d3e-7f10-b6a2-93c4e5d7f801'";

    /// Planned as on connections of the hot path.
    @Test
    void those_that_wait_are_counted_by_their_index() {
        assertThat(plan("deposit.review.ResolutionStore.OPEN", "force_generic_plan", ""))
                .contains(OPEN)
                .doesNotContain("Filter");
    }

    /// Planned as on connections of the lists: the parameters are known then.
    @Test
    void those_that_wait_are_listed_by_their_index() {
        assertThat(plan("deposit.review.ResolutionStore.COUNT_OPEN", CUSTOM, "(" + UNNARROWED + ")"))
                .contains(OPEN);
        assertThat(plan("deposit.review.ResolutionStore.LIST_OPEN", CUSTOM, "(" + UNNARROWED + ", 20, 0)"))
                .contains(OPEN);
    }

    @Test
    void what_went_back_and_was_undone_is_found_by_its_index() {
        var index = "deposit_payment_unclosed";
        assertThat(plan("deposit.review.ResolutionStore.COUNT_MISSING", "force_generic_plan", ""))
                .contains(index)
                .doesNotContain("Filter");
        assertThat(plan("deposit.review.ResolutionStore.COUNT_MISSING_ONES", CUSTOM, "(" + UNNARROWED + ")"))
                .contains(index);
        assertThat(plan("deposit.review.ResolutionStore.LIST_MISSING", CUSTOM, "(" + UNNARROWED + ", 20, 0)"))
                .contains(index);
    }

    /// A hundred thousand payouts may wait for an approval.
    @Test
    void the_largest_that_wait_are_found_by_their_index() {
        var values = "(" + ID + ", 'IDR', 'IDR', 5, 5, NULL, NULL, 50, 0)";
        assertThat(plan("disbursement.approval.ApprovalStore.LARGEST_FIRST", CUSTOM, values))
                .contains("disbursement_approval_amount")
                .doesNotContain("Sort");
    }

    /// The queue may be long and payouts many; those with an unknown outcome are few.
    @Test
    void payouts_of_unknown_outcome_are_found_by_their_index() {
        var nothing = "NULL, NULL, NULL, NULL, 5000, ";
        var values = "(" + nothing + "now(), " + nothing + ID + ", '{}', '{}', " + nothing + nothing + "now(), ";
        assertThat(plan("disbursement.query.BacklogStore.COUNT", CUSTOM, values + "NULL, NULL, 5000)"))
                .contains("disbursement_progress_unknown");
        assertThat(plan("disbursement.query.BacklogStore.LIST", CUSTOM, values + "NULL, NULL, 25, 0)"))
                .contains("disbursement_progress_unknown");
    }

    /// Closed discrepancies are kept, so the latest must be found without reading all of them.
    @Test
    void what_rails_contradicted_is_listed_by_its_indexes() {
        var none = "(NULL, NULL, NULL, NULL, 25, 0)";
        assertThat(plan("disbursement.reconciliation.DiscrepancyStore.LIST_OPEN", CUSTOM, none))
                .contains("disbursement_discrepancy_open");
        assertThat(plan("disbursement.reconciliation.DiscrepancyStore.LIST_CLOSED", CUSTOM, none))
                .contains("Index Scan Backward using disbursement_discrepancy_closed on")
                .doesNotContain("Sort");
    }

    /// Due payouts are read separately for each rail, and held payouts separately for each holder (`suspended_by`). No
    /// claim therefore reads past payouts that wait for another rail or holder.
    @Test
    void payouts_that_are_due_are_found_by_the_index_of_their_rail() {
        assertThat(plan("disbursement.DueStore.CLAIM", "force_generic_plan", DUE))
                .contains("Index Cond: ((rail = way.rail) AND (due_at <= ")
                .contains("Index Cond: ((suspended_by = keeper_1.name) AND (rail = way_1.rail) AND (due_at <= ")
                .contains("Index Cond: (suspended_by > keeper.name)");
    }

    /// The progress of reports to operators is stored, so that only payouts that became stuck since then are read.
    @Test
    void payouts_that_became_stuck_are_found_in_their_order() {
        assertThat(plan(
                        "disbursement.reconciliation.StuckStore.AFTER",
                        "force_custom_plan",
                        "('2026-11-02', '2026-11-01', " + ID + ", " + ID + ", 1000)"))
                .contains("disbursement_progress_stuck")
                .doesNotContain("Sort");
    }

    /// A merchant may have made millions of payouts, and few to one payee.
    @Test
    void the_payouts_of_a_payee_are_found_by_their_index() {
        var none = ", NULL, NULL".repeat(6);
        var filter = "(" + ID + none + ", " + ID + ", " + ID + ", NULL, NULL, NULL, NULL, NULL, NULL, ";
        assertThat(plan("disbursement.query.DisbursementListStore.CREATED_DESCENDING", CUSTOM, filter + "25, 0)"))
                .contains("Index Scan Backward using disbursement_recipient on")
                .doesNotContain("Sort");
        assertThat(plan(
                        "disbursement.query.DisbursementListStore.COUNT_OF_PAYEE",
                        CUSTOM,
                        "(" + ID + ", " + ID + ", NULL, NULL, NULL, NULL)"))
                .contains("Index Only Scan using disbursement_recipient on");
    }

    @Test
    void what_a_bank_calls_a_payout_is_found_by_its_index() {
        var none = ", NULL, NULL".repeat(7);
        var filter = "(" + ID + none + ", 'SBX1', 'SBX1', NULL, NULL, NULL, NULL";
        assertThat(plan("disbursement.query.DisbursementListStore.COUNT", CUSTOM, filter + ")"))
                .contains("disbursement_progress_rail_reference");
        assertThat(plan("disbursement.query.DisbursementListStore.CREATED_DESCENDING", CUSTOM, filter + ", 5, 0)"))
                .contains("disbursement_progress_rail_reference");
        var rows = "INSERT INTO disbursement_progress (organization_id, id, status, state_at, history, rail_reference,"
                + " completed_at, detached, transfers, events, updated_at) SELECT " + ID + ", md5(n::text)::uuid,"
                + " 'completed', '2026-11-01', '', 'SBX' || n, '2026-11-01', false, 1, 1, '2026-11-01'"
                + " FROM generate_series(1, 4000) AS n";
        var wanted = "(ARRAY[" + ID + "]::uuid[], NULL, 'SBX1', 5, NULL, 5, NULL, 5, ARRAY['SBX1'], 5,"
                + " 'SBX1', 'sbx1', 5)";
        assertThat(plan("disbursement_progress", rows, "disbursement.query.PayoutLookupStore.FIND", wanted))
                .contains("disbursement_progress_rail_reference");
    }

    /// Only the newest of all transfers through an account are read.
    @Test
    void what_moved_through_an_account_is_found_by_its_time() {
        var values = "('%1$s', %2$s, 'IDR', '2026-11-01', '%1$s', 26, '%1$s', %2$s, 'IDR', '2026-11-01', '%1$s', 26,"
                + " %2$s, 'IDR', '%1$s', 26, 0)";
        assertThat(plan("ledger.ExplorerStore.ENTRIES", CUSTOM, values.formatted("held", ID)))
                .contains("Index Scan Backward using ledger_transfer_time on")
                .contains("Index Scan Backward using ledger_transfer_aside on");
        assertThat(plan("ledger.ExplorerStore.ENTRIES", CUSTOM, values.formatted("available", ID)))
                .contains("Index Scan Backward using ledger_transfer_time on")
                .doesNotContain("ledger_transfer_aside");
    }

    /// Only a few of many payouts are pending.
    @Test
    void payouts_that_wait_for_an_approval_are_found_by_the_index_of_their_status() {
        var rows = "INSERT INTO disbursement_progress (organization_id, id, status, stage, state_at, history,"
                + " completed_at, detached, transfers, events, updated_at) SELECT " + ID + ", md5(n::text)::uuid,"
                + " CASE WHEN n % 100 = 0 THEN 'pending' ELSE 'completed' END,"
                + " CASE WHEN n % 200 = 0 THEN 'NEEDS_APPROVAL' WHEN n % 100 = 0 THEN 'QUEUED' END, '2026-11-01', '',"
                + " CASE WHEN n % 100 > 0 THEN '2026-11-01'::timestamptz END, false, 1, 1, '2026-11-01'"
                + " FROM generate_series(1, 4000) AS n";
        var none = ", NULL, NULL";
        var wanted = "(" + ID + none.repeat(3) + ", 'NEEDS_APPROVAL', 'NEEDS_APPROVAL'" + none.repeat(6) + ")";
        assertThat(plan("disbursement_progress", rows, "disbursement.query.DisbursementListStore.COUNT", wanted))
                .contains("disbursement_progress_status");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    PAYOUT    | 'FIAT'
                    RECIPIENT | NULL
                    DEPOSIT   | NULL
                    """)
    void files_are_found_by_the_index_of_their_names(String kind, String assets) {
        var table = "fileimport_file";
        var rows = "INSERT INTO " + table + " (organization_id, id, name, name_folded, state, row_count, created_by,"
                + " created_by_name, created_at, faulty_count, kind, asset_kind) SELECT " + ID
                + ", md5(n::text)::uuid, n || '.csv',"
                + " 'wages-' || n || '.csv', 'READ', 1, " + ID + ", 'Rani', '2026-11-01', 0, '" + kind + "', " + assets
                + " FROM generate_series(1, 4000) AS n";
        var wanted = "(" + ID + ", '" + kind + "', " + ID + ", 'ges-377', 'ges-377', 5)";
        assertThat(plan(table, rows, "fileimport.ImportFileStore.NAMED", wanted))
                .contains("Bitmap Index Scan on " + table + "_name");
    }

    @Test
    void the_payment_pages_of_a_customer_are_found_by_their_index() {
        assertThat(plan(
                        "checkout.CheckoutStore.OF_CUSTOMER",
                        "force_generic_plan",
                        "(" + ID + ", '\\x00', " + ID + ", 5)"))
                .contains("Index Scan Backward using checkout_customer on")
                .doesNotContain("Sort");
    }

    @Test
    void the_payees_of_a_reference_are_found_by_their_index() {
        assertThat(plan("recipient.RecipientStore.OF_REFERENCE", "force_generic_plan", "(" + ID + ", '\\x01', 5)"))
                .contains("recipient_reference on")
                .doesNotContain("Sort");
    }

    /// The log is kept for ever: a query for an old day does not read all later entries.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    NULL              | NULL             | '2025-03-01' | '2025-03-02' | begun
                    NULL              | 'policy/wallets' | NULL         | NULL         | action
                    ARRAY['7', '300'] | NULL             | NULL         | NULL         | subject
                    """)
    void what_people_did_is_found_by_an_index(String subjects, String action, String from, String until, String index) {
        var rows = "INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role, address,"
                + " action, subject, sealed, mac) SELECT " + ID + ", md5(n::text)::uuid,"
                + " timestamptz '2025-01-01' + n * interval '1 hour', " + ID + ", 'Rani', 'OWNER', '-',"
                + " CASE WHEN n % 200 = 0 THEN 'policy/wallets' ELSE 'payouts/send' END, n::text, '',"
                + " sha256('x') FROM generate_series(1, 8000) AS n";
        var values = List.of(ID, "NULL, NULL", subjects, subjects, action, action, from, from, until, until);
        var wanted = "(" + String.join(", ", values);
        var rests = Map.of("PAGE", ", 25, 0)", "COUNT", ", 10000)", "BELOW", ", NULL, NULL, 20)");
        rests.forEach((statement, rest) -> assertThat(
                        plan("audit_entry", rows, "audit.AuditStore." + statement, wanted + rest))
                .as(statement)
                .contains("audit_entry_" + index));
    }

    /// Deposits of an organization are listed in the order of their ids, as the index has them.
    @Test
    void deposits_under_review_are_found_by_their_index() {
        var index = "deposit_payment_reviewed_deposit";
        var ours = "'01900000-0000-7000-8000-000000000001'";
        assertThat(plan("deposit.query.DepositListStore.COUNT_EVERY_REVIEWED", "force_generic_plan", "(" + ours + ")"))
                .contains(index)
                .doesNotContain("Filter");
        var filters = ", NULL".repeat(18);
        var values = "(" + String.join(", ", ours, ours, ours, ours, ours) + filters + ", 10, 0)";
        for (var order : new String[] {"REVIEWED_CREATED_ASCENDING", "REVIEWED_CREATED_DESCENDING"}) {
            assertThat(plan("deposit.query.DepositListStore." + order, "force_custom_plan", values))
                    .contains(index)
                    .doesNotContain("Sort");
        }
    }

    private static String plan(String name, String mode, String values) {
        try (var db = TestDatabase.create()) {
            return db.database().read(handle -> plan(handle.getConnection(), named(name), mode, values));
        }
    }

    /// Returns the plan over a table with enough rows for an index to pay off.
    private static String plan(String table, String rows, String name, String values) {
        try (var db = TestDatabase.create()) {
            return db.database().read(handle -> {
                handle.execute(rows);
                handle.execute("ANALYZE " + table);
                return plan(handle.getConnection(), named(name), CUSTOM, values);
            });
        }
    }

    private static SqlConstants.Statement named(String name) {
        return SqlConstants.all().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String plan(Connection connection, SqlConstants.Statement statement, String mode, String values) {
        try (var explain = connection.createStatement()) {
            explain.execute("SET enable_seqscan = off");
            explain.execute("SET plan_cache_mode = " + mode);
            explain.execute("PREPARE found AS " + statement.numbered());
            var lines = new StringBuilder();
            try (var rows = explain.executeQuery("EXPLAIN (COSTS off) EXECUTE found " + values)) {
                while (rows.next()) {
                    lines.append(rows.getString(1)).append('\n');
                }
            }
            return lines.toString();
        } catch (SQLException failed) {
            throw new IllegalStateException(statement.toString(), failed);
        }
    }
}
