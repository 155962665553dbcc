package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests of a file with rows that another file paid recently, such as a corrected file that still contains all rows.
@Tag("slow")
class PayoutFileDuplicatesTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";
    private static final String SITI = "IDR,10000,Siti Rahayu,1234567890,014,";
    private static final String BUDI = "IDR,20000,Budi Santoso,1234567891,014,";
    private static final String REPEATED = "paid from another file in the last 3 days";
    private static final String MARKED = "They are marked below; row numbers: ";
    private static final String SAME = "Same content as a row of";

    private void awaitFailed(int payouts) {
        var ids = merchant.payoutIds("/v1/disbursement/fiat");
        assertThat(ids).hasSize(payouts);
        ids.forEach(id -> merchant.await(id, "failed"));
    }

    private static String uploaded(Person person, List<String> rows) {
        return uploaded(person, BULK, csv(TITLES, rows));
    }

    @Test
    void rows_that_another_file_had_paid_are_marked_and_paid_again_only_where_somebody_says_so() {
        var maker = person(Role.MAKER);
        var first = uploaded(maker, List.of(SITI, "IDR,20000,Budi Santoso,,014,"));
        maker.post(first + "/confirm", Map.of("skipFaulty", "true"));
        // Right after the confirmation, and again after the payment.
        for (int round = 0; round < 2; round++) {
            var whole = uploaded(maker, List.of("IDR,10000.00,Siti Rahayu,1234567890,14,", BUDI));
            assertThat(maker.get(whole).body())
                    .contains(REPEATED + ": 1. " + MARKED + "2.", "Pay these rows again: 1")
                    .containsOnlyOnce("Same content as a row of")
                    .containsOnlyOnce("href=\"" + first + "\"");
            var refused = maker.post(whole + "/confirm", Map.of());
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("Choose to pay them again");
            awaitEnd(maker, first);
        }
        assertThat(merchant.payouts()).isEqualTo(1);
        var rest = uploaded(maker, List.of(BUDI));
        assertThat(maker.get(rest).body()).doesNotContain(REPEATED);
        var again = uploaded(maker, List.of(SITI, "IDR,30000,Budi Santoso,1234567891,014,"));
        assertThat(maker.post(again + "/confirm", again(maker, again)).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, again);
        assertThat(merchant.payouts()).isEqualTo(3);
    }

    @Test
    void rows_whose_payouts_came_to_nothing_or_are_long_ago_are_not_marked() {
        var maker = person(Role.MAKER);
        var failing = List.of("IDR,10000,Siti Rahayu,9999000010,014,");
        var failed = uploaded(maker, failing);
        maker.post(failed + "/confirm", Map.of());
        awaitEnd(maker, failed);
        assertThat(maker.get(uploaded(
                                maker,
                                Stream.concat(failing.stream(), Stream.of(SITI)).toList()))
                        .body())
                .contains("Payable: 2.")
                .doesNotContain(REPEATED);
        var paid = uploaded(maker, List.of(SITI));
        maker.post(paid + "/confirm", Map.of());
        awaitEnd(maker, paid);
        var next = uploaded(maker, List.of(SITI, "IDR,30000,Budi Santoso,1234567891,014,"));
        assertThat(maker.get(next).body()).contains(REPEATED);
        merchant.advance("P3D");
        assertThat(maker.get(next).body()).doesNotContain(REPEATED);
        assertThat(maker.post(next + "/confirm", Map.of()).statusCode()).isEqualTo(303);
    }

    @Test
    void of_equal_rows_that_came_to_nothing_it_is_asked_of_a_few() {
        var maker = person(Role.MAKER);
        var failing = "IDR,10000,Siti Rahayu,9999000010,014,";
        var few = uploaded(maker, Collections.nCopies(5, failing));
        maker.post(few + "/confirm", again(maker, few));
        awaitEnd(maker, few);
        awaitFailed(5);
        var next = uploaded(maker, List.of(failing));
        assertThat(maker.get(next).body()).doesNotContain(REPEATED);
        assertThat(maker.post(next + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, next);
        awaitFailed(6);
        assertThat(maker.get(uploaded(maker, List.of(failing, BUDI))).body())
                .contains(REPEATED + ": 1.")
                .containsOnlyOnce("href=\"" + few + "\"");
    }

    @Test
    void rows_whose_payouts_were_paid_after_all_are_marked() {
        var maker = person(Role.MAKER);
        var rows = List.of("IDR,10000,Siti Rahayu,9999000010,014,");
        var first = uploaded(maker, rows);
        maker.post(first + "/confirm", Map.of());
        awaitEnd(maker, first);
        var payout = merchant.payoutIds("/v1/disbursement/fiat").getFirst();
        merchant.await(payout, "failed");
        var again = uploaded(maker, rows);
        assertThat(maker.get(again).body()).doesNotContain(SAME);
        var report = new PayoutStatusReport(
                "sandbox",
                "late-" + payout,
                new PayoutRef(merchant.organizationId(), UUID.fromString(payout)),
                new Outcome.Settled("late", Instant.now()),
                Instant.now());
        service.connections().run(tx -> new PayoutStatusReports(service.vault()).add(tx, List.of(report)));
        await(() -> maker.get(again).body().contains(SAME));
        assertThat(maker.post(again + "/confirm", Map.of()).statusCode()).isEqualTo(409);
    }

    @Test
    void of_two_with_a_row_in_common_that_are_confirmed_at_once_one_is_paid() {
        var maker = person(Role.MAKER);
        var files = IntStream.range(0, 4)
                .mapToObj(at -> uploaded(maker, List.of(SITI, "IDR,1000" + at + ",Budi Santoso,1234567891,014,")))
                .toList();
        assertThat(AtOnce.each(
                        files, file -> maker.post(file + "/confirm", Map.of()).statusCode()))
                .containsExactlyInAnyOrder(303, 409, 409, 409);
    }

    @Test
    void whoever_said_yes_is_asked_again_where_there_is_more_since() {
        var maker = person(Role.MAKER);
        var first = uploaded(maker, List.of(SITI));
        maker.post(first + "/confirm", Map.of());
        var mine = uploaded(maker, List.of(SITI, BUDI));
        var seen = again(maker, mine);
        var other = uploaded(maker, List.of(BUDI));
        maker.post(other + "/confirm", Map.of());
        var refused = maker.post(mine + "/confirm", seen);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains(REPEATED + ": 2. " + MARKED + "2, 3.");
        assertThat(maker.post(mine + "/confirm", again(maker, mine)).statusCode())
                .isEqualTo(303);
    }

    @Test
    void a_row_that_stands_twice_in_a_file_is_marked_and_paid_twice_only_where_somebody_says_so() {
        var maker = person(Role.MAKER);
        var file = uploaded(
                maker,
                List.of(
                        SITI,
                        BUDI,
                        "IDR,10000.00,Siti Rahayu,1234567890,14,",
                        "IDR,10001,Siti Rahayu,1234567890,014,"));
        assertThat(maker.get(file).body())
                .contains("an earlier row of this file: 1. " + MARKED + "4.", "Pay these rows again: 1")
                .containsOnlyOnce("Same content as row 2")
                .doesNotContain(REPEATED, SAME);
        var refused = maker.post(file + "/confirm", Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Choose to pay them again");
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.post(file + "/confirm", again(maker, file)).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(4);
    }

    @Test
    void rows_that_pay_the_same_account_or_wallet_are_marked_however_it_is_written() {
        var maker = person(Role.MAKER);
        var accounts = uploaded(maker, List.of(SITI, "IDR,10000,Siti Rahayu,1234 567-890,014,", BUDI));
        assertThat(maker.get(accounts).body()).contains("an earlier row of this file: 1. " + MARKED + "3.");
        var exchange = "usdc-stellar,5,GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ,";
        var wallets = uploaded(
                maker,
                BULK,
                csv(
                        "token,amount,wallet_address,memo",
                        List.of(
                                "usdc-polygon,5,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,",
                                "usdc-polygon,5,0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed,",
                                exchange + "7",
                                exchange + "id:07",
                                exchange + "8")));
        assertThat(maker.get(wallets).body()).contains("an earlier row of this file: 2. " + MARKED + "3, 5.");
    }

    @Test
    void a_row_says_the_same_however_its_name_and_its_phone_number_are_written() {
        var maker = person(Role.MAKER);
        var names = uploaded(
                maker,
                List.of(
                        "IDR,10000,Jos\u00e9,1234567890,014,",
                        "IDR,10000,Jose\u0301\u200b,12345\u00ad67890\u00a0,014,"));
        assertThat(maker.get(names).body()).contains("an earlier row of this file: 1. " + MARKED + "3.");
        var phones = uploaded(
                maker,
                List.of(
                        "KES,100,Asha Otieno,0712345678,MPESA,",
                        "KES,100,Asha Otieno,254712345678,MPESA,",
                        "KES,100,Asha Otieno,712 345 678,MPESA,"));
        assertThat(maker.get(phones).body()).contains("an earlier row of this file: 2. " + MARKED + "3, 4.");
    }

    @Test
    void a_row_that_stands_twice_and_was_paid_before_is_counted_once() {
        var maker = person(Role.MAKER);
        maker.post(uploaded(maker, List.of(SITI)) + "/confirm", Map.of());
        var file = uploaded(maker, List.of(SITI, SITI, BUDI, BUDI));
        assertThat(maker.get(file).body())
                .contains(
                        REPEATED + ": 2. " + MARKED + "2, 3.",
                        "an earlier row of this file: 2. " + MARKED + "3, 5.",
                        "Pay these rows again: 3");
    }

    @Test
    void equal_rows_within_files_are_compared_as_one() {
        var maker = person(Role.MAKER);
        var first = uploaded(maker, Collections.nCopies(20, SITI));
        assertThat(maker.post(first + "/confirm", again(maker, first)).statusCode())
                .isEqualTo(303);
        var next = uploaded(maker, Collections.nCopies(30, SITI));
        assertThat(maker.get(next).body())
                .contains(REPEATED + ": 30.", "19, 20, 21 …")
                .containsOnlyOnce("name=\"duplicates\"");
    }
}
