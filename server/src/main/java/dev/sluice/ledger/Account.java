package dev.sluice.ledger;

/// An account of an organization, by its role. The merchant owns the money in `available` and `held`; the other
/// accounts are the house's side of the same books. A balance is credits minus debits.
public record Account(String role) {
    /// Money that the merchant can spend.
    public static final Account AVAILABLE = new Account("available");
    /// Money reserved for payouts under way.
    public static final Account HELD = new Account("held");
    /// Fees earned.
    public static final Account FEES = new Account("fees");
    /// Source of money that operators book in.
    public static final Account FUNDING = new Account("funding");

    /// The house's position in each asset from conversions.
    public static final Account POSITION = new Account("position");
    /// Suspense account: money that came in without an owner, until an operator resolves it.
    public static final Account SUSPENSE = new Account("suspense");

    /// Debt of merchants: money that was taken back after they had spent it, advanced by the house.
    public static final Account OWED = new Account("owed");

    /// Network fees of payouts, paid by the platform.
    public static final Account GAS = new Account("gas");

    /// Charges of banks that hold the platform's accounts, less the interest that they pay.
    public static final Account CHARGES = new Account("charges");

    private static final String CLEARING = "clearing:";

    /// Returns the clearing account of a rail: money paid out or received through it. It matches the rail's own
    /// statement.
    public static Account clearing(String rail) {
        return new Account(CLEARING + rail);
    }

    /// Returns true if the account belongs to the merchant and so may never be overdrawn.
    boolean isMerchants() {
        return equals(AVAILABLE) || equals(HELD);
    }
}
