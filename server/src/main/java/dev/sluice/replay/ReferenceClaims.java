package dev.sluice.replay;

import dev.sluice.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/// The references that organizations gave to their payments, and which payment has each. A claim is made when a
/// payment is created and given up when it comes to nothing, so that a reference names one payment at a time.
public final class ReferenceClaims {
    private ReferenceClaims() {}

    /// What a reference is a reference of: each kind has references of its own.
    public enum Kind {
        FIAT_DISBURSEMENT("FD"),
        CRYPTO_DISBURSEMENT("CD"),
        DEPOSIT("DE");

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        /// How it is stored.
        public String code() {
            return code;
        }

        static Kind of(String code) {
            for (var kind : values()) {
                if (kind.code.equals(code)) {
                    return kind;
                }
            }
            throw new IllegalStateException("no kind of reference: " + code);
        }
    }

    /// A reference of an organization.
    public record Name(UUID organizationId, Kind kind, String reference) {}

    /// A reference and the payment that has it.
    public record Claimed(Name name, UUID paymentId) {}

    /// Who has some references, of those that are in use, when it is looked at.
    public static Supplier<Map<Name, UUID>> find(Tx tx, List<Name> names) {
        return ReferenceClaimStore.find(tx, names.stream().distinct().toList());
    }

    /// The same of references that this transaction goes by: until it ends, nobody takes or gives up a claim that is
    /// found. Claims that another transaction has locked are waited for.
    public static Supplier<Map<Name, UUID>> lock(Tx tx, List<Name> names) {
        return ReferenceClaimStore.lock(tx, names.stream().distinct().toList());
    }

    /// Claims references that were found to be free. One that another node claimed in between fails the transaction.
    public static void claim(Tx tx, List<Claimed> claims) {
        ReferenceClaimStore.insert(tx, claims);
    }

    /// Claims those that are free: for a payment that was revived, or of an organization that allows
    /// duplicates. Who has one of the others does not give it up before this transaction ends, so that
    /// whoever looks then for who else bears it finds these.
    public static void claimIfFree(Tx tx, List<Claimed> claims) {
        ReferenceClaimStore.insertIfFree(tx, claims);
        ReferenceClaimStore.holdOthers(tx, claims);
    }

    /// Gives claims up.
    ///
    /// @return those that there were
    public static Supplier<List<Claimed>> giveUp(Tx tx, List<Claimed> freed) {
        return ReferenceClaimStore.delete(tx, freed);
    }
}
