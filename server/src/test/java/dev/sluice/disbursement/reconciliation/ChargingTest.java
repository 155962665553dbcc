package dev.sluice.disbursement.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.MerchantTest;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Fees that a chain charged for a transaction that is not a payout.
class ChargingTest extends MerchantTest {
    private static final Asset COIN = Asset.crypto("pol-polygon", 18);
    private static final int CHARGES = 1_100;

    @Test
    void is_booked_once_as_the_houses_expense_however_often_a_rail_tells_of_it() {
        var rail = "rail" + UUID.randomUUID();
        for (int round = 0; round < 2; round++) {
            IntStream.range(0, CHARGES).forEach(at -> tell(rail, at));
            await(rail);
        }
        assertThat(balance("clearing:" + rail)).isEqualByComparingTo(new BigDecimal(CHARGES * (CHARGES + 1) / 2));
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void is_missed_by_the_proof_where_the_books_lack_it() {
        var rail = "rail" + UUID.randomUUID();
        tell(rail, 0);
        await(rail);
        execute("UPDATE rail_charge SET units = units + 1 WHERE rail = '" + rail + "'");
        assertThat(service.audit().faults()).singleElement().asString().startsWith("payment ");
        execute("UPDATE rail_charge SET units = units - 1 WHERE rail = '" + rail + "'");
    }

    private static void tell(String rail, int at) {
        var clocks = service.clocks();
        service.connections()
                .run(tx -> Charges.add(
                        tx,
                        new Charge(
                                clocks.newId(),
                                rail,
                                "polygon:" + at,
                                Charge.Kind.GAS,
                                new Money(BigInteger.valueOf(at + 1), COIN),
                                clocks.instant())));
    }

    private static void await(String rail) {
        var open = "SELECT count(*) FROM rail_charge WHERE booked_at IS NULL AND rail = '" + rail + "'";
        Eventually.await(
                Duration.ofMinutes(2), "charges that are not booked", () -> count(open), left -> left.signum() == 0);
    }

    private static BigDecimal balance(String role) {
        return count("SELECT sum(balance) FROM ledger_account WHERE organization_id = '" + Ledger.HOUSE
                + "' AND role = '" + role + "'");
    }

    private static BigDecimal count(String sql) {
        return service.connections()
                .read(handle -> handle.createQuery(sql).mapTo(BigDecimal.class).one());
    }

    private static void execute(String sql) {
        service.connections().run(tx -> tx.handle().execute(sql));
    }
}
