package dev.sluice.client;

import dev.sluice.client.model.Balance;
import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.StatementQuery;
import java.util.List;
import java.util.stream.Stream;

/// Balances of the organization, and the statement of their movements.
public final class Balances {
    private final Calls calls;

    Balances(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/balance";
    private static final String STATEMENT = "/v1/balance/transactions";

    /// The balance of every currency and token.
    public List<Balance> list() {
        return calls.list(Balance.class, ALL, Calls.NO_QUERY);
    }

    /// Every movement of the books, newest first.
    public Stream<BalanceTransaction> statement() {
        return statement(StatementQuery.all());
    }

    /// The movements that a query asks for, from its page on; fetched page by page as the stream is consumed.
    public Stream<BalanceTransaction> statement(StatementQuery query) {
        return calls.stream(BalanceTransaction.class, STATEMENT, query);
    }

    /// Returns one page of movements, with the totals.
    public Page<BalanceTransaction> statementPage(StatementQuery query) {
        return calls.page(BalanceTransaction.class, STATEMENT, query);
    }
}
