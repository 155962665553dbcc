package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.StellarMemo;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.Memo;

/// Converts a memo to the type that the Stellar SDK uses.
final class MemoForm {
    private MemoForm() {}

    /// Returns the memo; empty if the text fits no memo type.
    static Optional<Memo> of(@Nullable String text) {
        return text == null || text.isEmpty()
                ? Optional.of(Memo.none())
                : StellarMemo.parse(text).map(memo -> switch (memo) {
                    case StellarMemo.Id(var number) -> Memo.id(number);
                    case StellarMemo.Hash(var hex) -> Memo.hash(hex);
                    case StellarMemo.Text(var words) -> Memo.text(words);
                });
    }
}
