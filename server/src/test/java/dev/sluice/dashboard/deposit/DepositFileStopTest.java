package dev.sluice.dashboard.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Person;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Tests that no further deposits are created from a file if its confirmer loses the permission, or after it was
/// stopped.
class DepositFileStopTest extends DepositFileCase {
    private static final String TABLE = "fileimport_file";

    private void assertLeftOut(Person person, String file, String reason) {
        awaitEnd(person, file);
        assertThat(result(person, file)).hasSize(3).allSatisfy(row -> {
            assertThat(row).containsEntry("result", "refused");
            assertThat(row.get("problem")).contains(reason);
        });
        assertThat(made()).isZero();
    }

    @Test
    void none_is_made_in_the_name_of_somebody_whose_access_was_taken() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, rows(3));
        confirmAndHold(TABLE, id(file));
        team(maker, "end", Map.of());
        loseLeases(TABLE);
        assertLeftOut(person(Role.MAKER), file, "the user who confirmed the file no longer has access");
    }

    @Test
    void whoever_makes_deposits_stops_the_rest() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, rows(3));
        assertThat(maker.post(file + "/stop", Map.of()).statusCode()).isEqualTo(409);
        confirmAndHold(TABLE, id(file));
        assertThat(person(Role.VIEWER).post(file + "/stop", Map.of()).statusCode())
                .isEqualTo(403);
        assertThat(maker.get(file).body())
                .contains("Stop the remaining rows", "Stop creating deposits from this file?");
        assertThat(maker.post(file + "/stop", Map.of()).statusCode()).isEqualTo(303);
        assertLeftOut(maker, file, "the rest of the file was stopped");
        assertThat(maker.get(file).body()).contains("stopped the remaining rows of this file.");
        assertThat(maker.post(file + "/stop", Map.of()).statusCode()).isEqualTo(303);
    }

    /// A refused row abandons its idempotency key. The key stays stored, so that a delayed node cannot create a
    /// deposit with it.
    @Test
    void a_refused_row_gives_its_key_up() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, rows(2));
        var other = uploaded(maker, List.of("IDR,250000,014_VA,,R-1,", "IDR,1,014_VA,,R-9,"));
        maker.post(other + "/confirm", Map.of("skipFaulty", "true"));
        awaitEnd(maker, other);
        maker.post(file + "/confirm", Map.of());
        awaitEnd(maker, file);
        assertThat(result(maker, file)).extracting(row -> row.get("result")).containsExactly("refused", "created");
        var keys = service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM idempotency_answer"
                                + " WHERE idempotency_key LIKE 'deposit-file/' || :file || '/%'")
                        .bind("file", id(file))
                        .mapTo(Integer.class)
                        .one());
        assertThat(keys).isEqualTo(2);
    }

    /// A node died between creating the deposits and storing their ids.
    @Test
    void a_deposit_that_was_made_before_is_not_said_to_be_left_out() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, rows(3));
        maker.post(file + "/confirm", Map.of());
        awaitEnd(maker, file);
        var before = result(maker, file);
        service.connections().run(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE fileimport_row SET state = 'READY', created_id = NULL WHERE file_id = ?::uuid",
                            id(file));
            TestFileMacs.renewDeposits(tx, service.vault(), UUID.fromString(id(file)));
            tx.handle()
                    .execute(
                            "UPDATE fileimport_file SET state = 'CONFIRMED', done_at = NULL, stopped_by ="
                                    + " confirmed_by, stopped_by_name = confirmed_by_name, stopped_at = confirmed_at"
                                    + " WHERE id = ?::uuid",
                            id(file));
        });
        awaitEnd(maker, file);
        assertThat(result(maker, file)).isEqualTo(before);
        assertThat(made()).isEqualTo(3);
    }
}
