package dev.sluice.disbursement.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.Samples;
import dev.sluice.disbursement.Status;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Ledger balances by status, as in the published rules: hold at creation, post at completion, void at failure or
/// cancellation with the fee, compensate on reversal and keep the fee.
class PlacementTest {
    private static final String RAIL = "sandbox";
    private static final Account CLEARING = Account.clearing(RAIL);
    private static final long AMOUNT = 10_000;

    /// Returns a payout's balances in each account by status, in an accountant's notation.
    private static Map<Status, Map<Account, Long>> book(long fee) {
        var book = new EnumMap<Status, Map<Account, Long>>(Status.class);
        book.put(Status.PENDING, Map.of(Account.AVAILABLE, -AMOUNT - fee, Account.HELD, AMOUNT + fee));
        book.put(Status.COMPLETED, Map.of(Account.AVAILABLE, -AMOUNT - fee, CLEARING, AMOUNT, Account.FEES, fee));
        book.put(Status.FAILED, Map.of());
        book.put(Status.CANCELLED, Map.of());
        book.put(Status.REVERSED, Map.of(Account.AVAILABLE, -fee, Account.FEES, fee));
        return book;
    }

    static Stream<Arguments> moves() {
        return Stream.of(0L, 175L)
                .flatMap(fee -> Stream.of(Status.values())
                        .flatMap(from -> Stream.of(Status.values()).map(to -> Arguments.of(from, to, fee))));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void any_status_to_any_other_moves_just_the_difference(Status from, Status to, long fee) {
        var transfers = move(from, to, fee);
        var moved = new HashMap<Account, Long>(without(book(fee).get(from)));
        transfers.forEach(each -> {
            long units = each.amount().units().longValueExact();
            moved.merge(each.debit(), -units, Long::sum);
            moved.merge(each.credit(), units, Long::sum);
        });
        assertThat(without(moved)).isEqualTo(without(book(fee).get(to)));
        assertThat(moved.values().stream().mapToLong(Long::longValue).sum()).isZero();
    }

    @ParameterizedTest
    @MethodSource("moves")
    void a_move_takes_two_transfers_at_most_numbered_from_the_next(Status from, Status to, long fee) {
        var transfers = move(from, to, fee);
        assertThat(transfers).hasSizeLessThanOrEqualTo(fee == 0 ? 1 : 2);
        for (int i = 0; i < transfers.size(); i++) {
            assertThat(transfers.get(i).sequence()).isEqualTo(7 + i);
            assertThat(transfers.get(i).amount().isPositive()).isTrue();
        }
        if (from == to) {
            assertThat(transfers).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("moves")
    void there_and_back_again_leaves_the_books_as_they_were(Status from, Status to, long fee) {
        var moved = new HashMap<Account, BigInteger>();
        Stream.concat(move(from, to, fee).stream(), move(to, from, fee).stream())
                .forEach(each -> {
                    moved.merge(each.debit(), each.amount().units().negate(), BigInteger::add);
                    moved.merge(each.credit(), each.amount().units(), BigInteger::add);
                });
        assertThat(moved.values()).allMatch(units -> units.signum() == 0);
    }

    @ParameterizedTest
    @MethodSource("moves")
    void what_the_audit_expects_is_what_moves_from_nowhere(Status from, Status to, long fee) {
        var payout = Samples.payout(DisbursementState.forced(to, payout(fee).amount(), Samples.NOW), AMOUNT, fee);
        var expected = new HashMap<Account, Long>();
        Placement.of(payout.status(), payout.progress().rail())
                .moved(
                        payout.amount().asset().code(),
                        payout.amount().units(),
                        payout.fee().units())
                .forEach((place, units) -> expected.put(place.account(), units.longValueExact()));
        assertThat(without(expected)).isEqualTo(without(book(fee).get(to)));
    }

    @Test
    void creation_holds_amount_and_fee_in_one_transfer() {
        var hold = Placement.nowhere()
                .to(Placement.of(Status.PENDING, RAIL), payout(175), 1, Samples.NOW)
                .getFirst();
        assertThat(hold.amount()).isEqualTo(payout(175).total());
        assertThat(kinds(Status.FAILED, Status.PENDING, 175)).containsExactly(TransferKind.HOLD);
    }

    @Test
    void each_transfer_is_called_by_what_it_is() {
        assertThat(kinds(Status.PENDING, Status.COMPLETED, 175)).containsExactly(TransferKind.POST, TransferKind.FEE);
        assertThat(kinds(Status.PENDING, Status.COMPLETED, 0)).containsExactly(TransferKind.POST);
        assertThat(kinds(Status.PENDING, Status.FAILED, 175)).containsExactly(TransferKind.VOID);
        assertThat(kinds(Status.PENDING, Status.CANCELLED, 175)).containsExactly(TransferKind.VOID);
        assertThat(kinds(Status.COMPLETED, Status.REVERSED, 175)).containsExactly(TransferKind.REVERSAL);
        assertThat(kinds(Status.FAILED, Status.CANCELLED, 175)).isEmpty();
        assertThat(kinds(Status.REVERSED, Status.FAILED, 175)).containsExactly(TransferKind.CORRECTION);
    }

    private static List<TransferKind> kinds(Status from, Status to, long fee) {
        return move(from, to, fee).stream().map(Transfer::kind).toList();
    }

    private static List<Transfer> move(Status from, Status to, long fee) {
        return Placement.of(from, RAIL).to(Placement.of(to, RAIL), payout(fee), 7, Samples.NOW);
    }

    private static Disbursement payout(long fee) {
        return Samples.payout(new Pending(Stage.QUEUED), AMOUNT, fee);
    }

    private static Map<Account, Long> without(Map<Account, Long> units) {
        var left = new HashMap<>(units);
        left.values().removeIf(each -> each == 0);
        return left;
    }
}
