package dev.sluice.bench.chain;

import dev.sluice.bench.chain.AlternatingRun.Watch;
import dev.sluice.clock.Clocks;
import dev.sluice.money.Money;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.evm.key.KeySigner;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Token payouts broadcast by the rail: preflight, nonce, signature, storage in PostgreSQL, and broadcast with the
/// node's acknowledgement. The baseline client does only the steps that remain without the rail. After each turn, a
/// block mines the transactions while no time counts. After each round, the payments are verified on the chain.
public final class PayoutDrive {
    /// Two batches of the rail, limited by the node's pool of pending transactions.
    public static final int TURN = 200;

    private static final long UNITS = 1_000;
    private static final int KEY_BITS = 250;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Rpc rpc;
    private final Token token;
    private final Clocks clocks;
    private final EvmModule module;
    private final BareSender bare;
    private final UUID organization;
    private final Set<String> hashes = new HashSet<>();
    private long payees;

    private PayoutDrive(Rpc rpc, Token token, Clocks clocks, EvmModule module, BareSender bare) {
        this.rpc = rpc;
        this.token = token;
        this.clocks = clocks;
        this.module = module;
        this.bare = bare;
        this.organization = clocks.newId();
    }

    /// Main of the process: for each input line it measures a round and prints [Driven] as a line of JSON. It
    /// exits on any failure or if a payment is missing on the chain.
    public static void main(String[] arguments) throws Exception {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        serve(RailEnvironment.Plan.of(List.of(arguments)), orders, System.out);
    }

    static void serve(RailEnvironment.Plan plan, BufferedReader orders, PrintStream output) throws Exception {
        var rpc = new Rpc(plan.turns().node());
        var token = Token.deploy(rpc);
        var ours = newSigner();
        var theirs = newSigner();
        token.fund(ours.address());
        token.fund(theirs.address());
        try (var environment = RailEnvironment.open(plan);
                var bare = new BareSender(rpc, token.contract(), theirs)) {
            var module = environment.paying(ours, token.contract());
            var drive = new PayoutDrive(rpc, token, environment.clocks(), module, bare);
            new AlternatingRun(plan.turns(), drive::pay, drive::sendBare).serve(orders, output, () -> {
                drive.prove(ours.address(), drive.hashes.size());
                drive.prove(theirs.address(), bare.sent());
            });
        }
    }

    private static KeySigner newSigner() {
        return KeySigner.of(new BigInteger(KEY_BITS, RANDOM).add(BigInteger.ONE));
    }

    private long pay(Watch watch) throws Exception {
        var payouts = payees().stream().map(this::payout).toList();
        var outcomes = new ArrayList<Outcome>();
        watch.time(() -> outcomes.addAll(module.rail().submit(payouts)));
        for (var outcome : outcomes) {
            if (!(outcome instanceof Outcome.Accepted accepted)
                    || accepted.railReference() == null
                    || !hashes.add(accepted.railReference())) {
                throw new IllegalStateException("a payout was not broadcast: " + outcome);
            }
        }
        rpc.call("evm_mine");
        return payouts.size();
    }

    private long sendBare(Watch watch) throws Exception {
        var payees = payees();
        watch.time(() -> bare.send(payees, UNITS));
        rpc.call("evm_mine");
        return payees.size();
    }

    /// Returns addresses that have never been paid.
    private List<String> payees() {
        var some = new ArrayList<String>(TURN);
        for (int i = 0; i < TURN; i++) {
            some.add(Token.address("payee " + payees++));
        }
        return some;
    }

    private Instruction payout(String payee) {
        return new Instruction(
                new PayoutRef(organization, clocks.newId()),
                new Money(BigInteger.valueOf(UNITS), Token.ASSET),
                new Wallet(RailEnvironment.NETWORK, payee, null),
                null);
    }

    /// Verifies that every transaction is in a block and moved the right amount.
    private void prove(String wallet, long payments) throws Exception {
        long mined = Long.decode(
                rpc.call("eth_getTransactionCount", wallet, "latest").stringValue());
        var spent = token.spent(wallet);
        if (mined != payments || !spent.equals(BigInteger.valueOf(payments * UNITS))) {
            throw new IllegalStateException("%d payments were reported, but %d are on the chain, of %d units in all"
                    .formatted(payments, mined, spent));
        }
    }
}
