package dev.sluice.rail.stellar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.stellar.sdk.AccountConverter;
import org.stellar.sdk.MemoHash;
import org.stellar.sdk.MemoId;
import org.stellar.sdk.MemoText;
import org.stellar.sdk.PaymentOperation;
import org.stellar.sdk.StrKey;
import org.stellar.sdk.xdr.CryptoKeyType;
import org.stellar.sdk.xdr.MuxedAccount;
import org.stellar.sdk.xdr.Uint256;
import org.stellar.sdk.xdr.Uint64;
import org.stellar.sdk.xdr.XdrUnsignedHyperInteger;

/// Preflight before a payout is signed, and the encoding of memos and muxed addresses in the ledger.
class StellarCheckTest {
    private static final long COIN = StellarTestNetwork.COIN;
    private TestDatabase database;
    private StellarTestNetwork network;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), 0);
    }

    @AfterEach
    void close() {
        network.close();
        database.close();
    }

    @Test
    void a_token_goes_to_no_account_that_is_not_there() {
        refused(network.usdc(StellarTestNetwork.key().account(), COIN, null), "the account does not exist");
    }

    @Test
    void a_token_goes_to_no_account_without_a_trustline() {
        var payee = network.ledger.account(StellarTestNetwork.key().account(), 5 * COIN);
        refused(network.usdc(payee.id, COIN, null), "no trustline for USDC");
        payee.trust("USDC", StellarTestNetwork.key().account(), Long.MAX_VALUE, 0);
        refused(network.usdc(payee.id, COIN, null), "no trustline for USDC");
    }

    @Test
    void a_token_goes_to_no_account_that_its_issuer_has_not_authorized() {
        var payee = network.payee();
        payee.line("USDC", network.issuer).authorized = false;
        refused(network.usdc(payee.id, COIN, null), "not authorized");
    }

    /// Replicas behind a load balancer differ in age: one may lack an account that was just created.
    @Test
    void nobody_is_refused_by_an_answer_of_an_older_ledger() {
        network.horizon.stale(1);
        var payee = StellarTestNetwork.key().account();
        var instruction = network.usdc(payee, COIN, null);
        network.submit(instruction);
        network.pass(Duration.ofSeconds(5));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        network.ledger.account(payee, 5 * COIN).trust("USDC", network.issuer, Long.MAX_VALUE, 0);
        network.horizon.stale(0);
        network.pass(Duration.ofSeconds(10));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_trustline_takes_up_to_its_limit() {
        var payee = network.ledger.account(StellarTestNetwork.key().account(), 5 * COIN);
        payee.trust("USDC", network.issuer, 10 * COIN, 4 * COIN);
        refused(network.usdc(payee.id, 6 * COIN + 1, null), "over the limit");
        paid(network.usdc(payee.id, 6 * COIN, null));
        assertThat(network.held(payee)).isEqualTo(10 * COIN);
    }

    @Test
    void a_payee_that_requires_a_memo_gets_one() {
        var payee = network.payee();
        payee.memoRequired = true;
        refused(network.usdc(payee.id, COIN, null), "requires a memo (SEP-29)");
        refused(network.xlm(payee.id, COIN, ""), "requires a memo (SEP-29)");
        paid(network.usdc(payee.id, COIN, "42"));
        paid(network.usdc(muxed(payee.id, 42), COIN, null));
        assertThat(network.held(payee)).isEqualTo(2 * COIN);
    }

    @Test
    void a_muxed_address_reaches_the_ledger_with_its_id_and_takes_no_memo() {
        var payee = network.payee();
        var address = muxed(payee.id, Long.parseUnsignedLong("18446744073709551615"));
        var applied = paid(network.usdc(address, COIN, null));
        var operation = (PaymentOperation) applied.entry().inner().getOperations()[0];
        assertThat(operation.getDestination()).isEqualTo(address);
        assertThat(network.held(payee)).isEqualTo(COIN);
        refused(network.usdc(address, COIN, "42"), "takes no memo");
    }

    @Test
    void a_memo_is_an_id_a_hash_or_a_text_by_its_form() {
        var payee = network.payee().id;
        assertThat(memo(payee, "18446744073709551615")).isEqualTo(new MemoId(new BigInteger("18446744073709551615")));
        assertThat(memo(payee, "text:18446744073709551616")).isEqualTo(new MemoText("18446744073709551616"));
        assertThat(memo(payee, "ab".repeat(32))).isEqualTo(new MemoHash("ab".repeat(32)));
        assertThat(memo(payee, "Invoice 17 ✓")).isEqualTo(new MemoText("Invoice 17 ✓"));
        assertThat(memo(payee, "text:17")).isEqualTo(new MemoText("17"));
        assertThat(memo(payee, "id:17")).isEqualTo(new MemoId(17L));
        assertThat(memo(payee, "hash:" + "cd".repeat(32))).isEqualTo(new MemoHash("cd".repeat(32)));
        assertThat(memo(payee, "note:17")).isEqualTo(new MemoText("note:17"));
        refused(network.usdc(payee, COIN, "this memo has 29 characters !"), "the memo is too long");
        refused(network.usdc(payee, COIN, "id:seventeen"), "memo");
        refused(network.usdc(payee, COIN, "18446744073709551616"), "memo");
    }

    @Test
    void coins_make_the_account_that_they_go_to() {
        var payee = StellarTestNetwork.key().account();
        refused(network.xlm(payee, COIN - 1, null), "creating it takes at least 1 XLM");
        paid(network.xlm(payee, COIN, "7"));
        assertThat(network.ledger.find(payee).orElseThrow().coins).isEqualTo(COIN);
        paid(network.xlm(payee, 1, null));
        assertThat(network.ledger.find(payee).orElseThrow().coins).isEqualTo(COIN + 1);
        refused(network.xlm(muxed(StellarTestNetwork.key().account(), 1), 5 * COIN, null), "does not exist");
    }

    @Test
    void a_token_can_go_back_to_its_issuer() {
        network.ledger.account(network.issuer, 5 * COIN);
        paid(network.usdc(network.issuer, COIN, null));
    }

    @Test
    void what_is_no_address_is_refused() {
        refused(network.usdc("GABC", COIN, null), "not a Stellar address");
    }

    @Test
    void a_refused_payout_costs_nothing_and_uses_no_sequence_number() {
        var before = network.ledger.find(network.hot.account()).orElseThrow();
        long sequence = before.sequence;
        long coins = before.coins;
        refused(network.usdc(StellarTestNetwork.key().account(), COIN, null), "does not exist");
        assertThat(before.sequence).isEqualTo(sequence);
        assertThat(before.coins).isEqualTo(coins);
        assertThat(network.horizon.submissions).hasValue(0);
    }

    private Object memo(String payee, String memo) {
        return paid(network.usdc(payee, COIN, memo)).entry().inner().getMemo();
    }

    private StandInLedger.Applied paid(Instruction instruction) {
        network.submit(instruction);
        network.pass(Duration.ofSeconds(5));
        var settled = (Outcome.Settled) network.queryOutcome(instruction);
        return network.ledger.applied(settled.railReference()).orElseThrow();
    }

    private void refused(Instruction instruction, String reason) {
        network.submit(instruction);
        network.pass(Duration.ofSeconds(5));
        assertThat(network.queryOutcome(instruction)).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(FailureCode.ADDRESS_CANNOT_RECEIVE);
            assertThat(rejected.message()).contains(reason);
        });
    }

    private static String muxed(String account, long id) {
        var med = new MuxedAccount.MuxedAccountMed25519();
        med.setId(new Uint64(new XdrUnsignedHyperInteger(new BigInteger(Long.toUnsignedString(id)))));
        med.setEd25519(new Uint256(StrKey.decodeEd25519PublicKey(account)));
        var muxed = new MuxedAccount();
        muxed.setDiscriminant(CryptoKeyType.KEY_TYPE_MUXED_ED25519);
        muxed.setMed25519(med);
        return AccountConverter.enableMuxed().decode(muxed);
    }
}
