package dev.sluice.merchant;

/// Permissions of users at the dashboard.
public enum Permission {
    /// See payments, balances and payees.
    VIEW,
    /// Read the account numbers of payees whole; others see their last four characters.
    SEE_ACCOUNTS,
    CREATE_PAYOUTS,
    APPROVE_PAYOUTS,
    /// Create and cancel deposits and payment pages; refunding them takes `CREATE_PAYOUTS` as well.
    MANAGE_DEPOSITS,
    MANAGE_RECIPIENTS,
    CONVERT,
    /// API clients, keys, webhooks, and the requests of programs.
    DEVELOP,
    MANAGE_TEAM,
    /// See the payout policy, and test it.
    SEE_POLICY,
    /// The look of the checkout, and the policy of payouts.
    CHANGE_SETTINGS,
    SEE_AUDIT,
    /// Run the deployment.
    OPERATE
}
