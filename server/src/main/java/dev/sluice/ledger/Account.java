package dev.sluice.ledger;

/// An account of an organization, by its role. The merchant owns what is in `available` and `held`; the others are
/// the house's side of the same organization's books. A balance is credits minus debits.
public record Account(String role) {
    /// What the merchant can spend.
    public static final Account AVAILABLE = new Account("available");
    /// What is set aside for payouts under way.
    public static final Account HELD = new Account("held");
    /// Fees earned.
    public static final Account FEES = new Account("fees");
    /// Where money that operators book in comes from.
    public static final Account FUNDING = new Account("funding");

    /// What the house holds of each asset because it exchanged others for it, or against it.
    public static final Account POSITION = new Account("position");
    /// Money that came in and is nobody's yet: a person has to look.
    public static final Account SUSPENSE = new Account("suspense");

    /// What merchants owe: money that was taken back from them after they had spent it, which the house advanced.
    public static final Account OWED = new Account("owed");

    /// What payouts cost on their chains, which the platform pays.
    public static final Account GAS = new Account("gas");

    private static final String CLEARING = "clearing:";

    /// What a rail has paid out for us, or received: it matches the rail's own statement.
    public static Account clearing(String rail) {
        return new Account(CLEARING + rail);
    }

    /// Whether the account may never be overdrawn.
    boolean isMerchants() {
        return equals(AVAILABLE) || equals(HELD);
    }
}
