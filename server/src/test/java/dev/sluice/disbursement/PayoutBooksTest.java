package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.ServingRole;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.stellar.StellarModule;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ledger verification against the rails' unpaid payouts, after an attacker with the serving role's password has
/// changed either.
class PayoutBooksTest {
    private static final String ASKED = "0xAbCdEf0000000000000000000000000000000001";
    private static final String EVM = """
            INSERT INTO rail_evm_payout (organization_id, payout_id, network, token, units, payee, state, due_at)
            VALUES (?, ?, 'base', ?, ?, ?, 'queued', now())
            """;
    private static final String STELLAR = """
            INSERT INTO rail_stellar_payment (organization_id, payout_id, token, stroops, address, state, accepted_at,
                                              due_at)
            VALUES (?, ?, ?, ?, ?, 'queued', now(), now())
            """;

    private final PayoutFixture fixture = new PayoutFixture();
    private final ServingRole attacker = new ServingRole(fixture.database);

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        attacker.close();
        fixture.close();
    }

    private List<String> differences() {
        var books = DisbursementModule.expected(
                EvmModule.books(), StellarModule.books(), SandboxRail.books(), SandboxChain.books());
        return LedgerVerifier.verify(fixture.database, List.of(books)).faults().stream()
                .filter(fault -> fault.startsWith("payout "))
                .toList();
    }

    private UUID payoutOn(String rail) {
        var payout = fixture.pay(100, IDR);
        attacker.execute(
                "UPDATE disbursement SET rail = ?, receiver = ?, asset = 'usdc-base' WHERE id = ?",
                rail,
                ASKED,
                payout);
        return payout;
    }

    @ParameterizedTest
    @CsvSource({
        "evm, usdc-base, 100, 0xbad, payee on evm is 0xbad",
        "evm, usdc-base, 999, " + ASKED + ", units on evm is 999",
        "evm, usdt-base, 100, " + ASKED + ", asset on evm is usdt-base",
        "stellar, usdc-base, 100, GBAD, payee on stellar is GBAD",
        "stellar, usdc-base, 999, " + ASKED + ", units on stellar is 999",
        "stellar, usdt-base, 100, " + ASKED + ", asset on stellar is usdt-base"
    })
    void a_row_of_a_rail_that_differs_from_its_payout_is_named(
            String rail, String asset, long units, String payee, String difference) {
        var payout = payoutOn(rail);
        var sql = rail.equals("evm") ? EVM : STELLAR;
        attacker.execute(sql, fixture.organization, payout, asset, units, payee);
        assertThat(differences())
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains(payout.toString(), difference));
    }

    @ParameterizedTest
    @CsvSource({"evm", "stellar"})
    void a_row_that_says_the_same_as_its_payout_is_right(String rail) {
        attacker.execute(
                rail.equals("evm") ? EVM : STELLAR, fixture.organization, payoutOn(rail), "usdc-base", 100, ASKED);
        assertThat(differences()).isEmpty();
    }

    @Test
    void a_row_of_no_payout_and_one_of_another_rail_are_named() {
        var nobodys = UUID.randomUUID();
        var payout = fixture.pay(100, IDR);
        attacker.execute(EVM, fixture.organization, nobodys, "usdc-base", 100, ASKED);
        attacker.execute(STELLAR, fixture.organization, payout, "IDR", 100, ASKED);
        assertThat(differences())
                .anySatisfy(fault -> assertThat(fault).contains(nobodys.toString(), "has a payment without a payout"))
                .anySatisfy(fault -> assertThat(fault).contains(payout.toString(), "its rail is stellar"));
    }

    @Test
    void a_payout_that_was_changed_differs_from_what_the_bank_was_told() {
        var payout = fixture.pay(100, IDR);
        var instruction =
                fixture.node.disbursements.get(fixture.organization, payout).instruction();
        new SandboxRail(fixture.database, fixture.auth.clocks).submit(List.<Instruction>of(instruction));
        assertThat(differences()).isEmpty();
        attacker.execute("UPDATE disbursement SET units = 99 WHERE id = ?", payout);
        assertThat(differences())
                .singleElement()
                .satisfies(fault ->
                        assertThat(fault).contains(payout.toString(), "units on sandbox is 100", "the payout says 99"));
    }
}
