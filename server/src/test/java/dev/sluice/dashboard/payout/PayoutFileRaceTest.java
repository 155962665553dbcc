package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// Tests of two nodes that process the same file of payouts while one of them is delayed.
class PayoutFileRaceTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";

    /// One node's request is refused for insufficient funds, and the node is delayed before it stores the refusal.
    /// Then funds arrive, and the other node pays.
    @Test
    void a_refusal_that_is_written_late_is_not_said_of_payouts_that_were_made() throws Exception {
        merchant.await(merchant.paidItem(item("1234567890", "600000")), "completed");
        var maker = person(Role.MAKER);
        var row = "IDR,600000,Siti Rahayu,1234567890,014,A-1";
        var file = uploaded(maker, BULK, csv(TITLES, List.of(row)));
        var id = UUID.fromString(file.substring(BULK.length() + 1));
        var locked = new CountDownLatch(1);
        var paid = new CountDownLatch(1);
        try (var _ = service.sibling()) {
            var holder = Thread.ofVirtual()
                    .start(() -> service.connections().run(tx -> {
                        tx.handle().execute("SELECT 1 FROM fileimport_row WHERE file_id = ? FOR UPDATE", id);
                        locked.countDown();
                        await(() -> paid.getCount() == 0);
                    }));
            try {
                locked.await();
                confirmWithoutMoney(id);
                await(() -> service.waiting() == 1);
                var deposit = merchant.createDeposit("014_VA", "500000");
                merchant.payIn(deposit, null).expect(200);
                merchant.awaitDeposit(deposit, "completed");
                loseLeases("fileimport_file");
                await(() -> merchant.payouts() == 2 && service.waiting() == 2);
            } finally {
                paid.countDown();
                holder.join();
            }
            awaitEnd(maker, file);
        }
        assertThat(maker.get(file + "/result").body()).contains("2,made,").doesNotContain("refused");
        assertThat(merchant.payouts()).isEqualTo(2);
    }

    /// Confirms a file in the database: the service refuses to confirm one without funds, but they may be gone a
    /// moment later.
    private static void confirmWithoutMoney(UUID file) {
        service.connections().run(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE fileimport_file SET state = 'CONFIRMED', confirmed_by = created_by,"
                                    + " confirmed_by_name = created_by_name, confirmed_by_role = 'MAKER',"
                                    + " confirmed_at = created_at WHERE id = ?",
                            file);
            TestFileMacs.confirm(tx, service.vault(), file);
        });
    }
}
