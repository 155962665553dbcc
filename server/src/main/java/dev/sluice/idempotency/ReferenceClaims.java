package dev.sluice.idempotency;

import dev.sluice.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/// References that organizations gave to their payments, each with the payment that holds it. A payment claims its
/// reference on creation and releases it if it ends without success, so that a reference belongs to one payment at a
/// time.
public final class ReferenceClaims {
    private ReferenceClaims() {}

    /// Kinds of payments; each kind has its own set of references.
    public enum Kind {
        FIAT_DISBURSEMENT("FD"),
        CRYPTO_DISBURSEMENT("CD"),
        DEPOSIT("DE");

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        /// Returns the stored form.
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

    /// A reference and the payment that holds it.
    public record Claimed(Name name, UUID paymentId) {}

    /// Queues a look-up of the holders of references. Free references are missing in the result.
    public static Supplier<Map<Name, UUID>> find(Tx tx, List<Name> names) {
        return ReferenceClaimStore.find(tx, names.stream().distinct().toList());
    }

    /// Queues a look-up that locks the claims found: until the transaction ends, they can be neither taken nor
    /// released. It waits for claims locked by other transactions.
    public static Supplier<Map<Name, UUID>> lock(Tx tx, List<Name> names) {
        return ReferenceClaimStore.lock(tx, names.stream().distinct().toList());
    }

    /// Claims references that were found free. If another node claims one in between, the transaction fails.
    public static void claim(Tx tx, List<Claimed> claims) {
        ReferenceClaimStore.insert(tx, claims);
    }

    /// Claims the free references among these, for a revived payment or for an organization that allows
    /// duplicates. Holders of the other references cannot release them before this transaction ends, so that a
    /// later look-up for other payments with the reference finds these.
    public static void claimIfFree(Tx tx, List<Claimed> claims) {
        ReferenceClaimStore.insertIfFree(tx, claims);
        ReferenceClaimStore.holdOthers(tx, claims);
    }

    /// Releases claims.
    ///
    /// @return the claims that existed
    public static Supplier<List<Claimed>> release(Tx tx, List<Claimed> freed) {
        return ReferenceClaimStore.delete(tx, freed);
    }
}
