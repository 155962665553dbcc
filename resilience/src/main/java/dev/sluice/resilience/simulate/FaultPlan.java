package dev.sluice.resilience.simulate;

/// Injected faults, sorted by description.
enum FaultPlan {
    PAYMENT_COMES_BACK("chain: a payment comes back"),
    PAYMENT_VANISHES("chain: a payment vanishes"),
    CLOCK_MOVED("clock: moved"),
    BOTH_ENDED("node: both ended, one of them held"),
    ENDED_BEFORE_A_REQUEST("node: ended before a request"),
    ENDED_AT_REST("node: ended while all came to rest"),
    ENDED_WHILE_HELD("node: ended while it was held"),
    ENDED_AFTER_A_REQUEST("node: ended, a request done and not answered"),
    HELD("node: held between two transactions"),
    /// The node gave up waiting, in real time: a defect of the simulation.
    HELD_IN_VAIN("node: held, and did not wait for its release"),
    ANOTHER_SUM("payer: another sum"),
    PAID_TO_NOBODY("payer: to nobody"),
    RECEIPT_TWICE("payer: told of twice"),
    PRICE_MOVED("price: moved"),
    QUOTE_ONCE_MORE("program: a quote used once more"),
    CANCELLATION_LOST("rail: a cancellation lost"),
    CANCELLATION_TOO_LATE("rail: a cancellation too late"),
    NOTICE_OVERTAKES("rail: a notice before older ones"),
    NOTICE_NEVER_SENT("rail: a notice never sent"),
    NOTICE_TWICE("rail: a notice sent twice"),
    PAYMENT_DENIED("rail: a payment denied that was made"),
    PAYMENT_GIVEN_BACK("rail: a payment given back"),
    PAYOUT_LOST_AFTER_A_YES("rail: a payout lost after a yes"),
    PAYOUT_LOST_CONNECTION_RESET("rail: a payout lost, connection reset"),
    PAYOUT_LOST_NO_ANSWER("rail: a payout lost, no answer"),
    PAYOUT_TAKEN_BACK("rail: a payout taken back"),
    PAYOUT_TAKEN_BACK_NO_ANSWER("rail: a payout taken back, no answer"),
    PAYOUT_TAKEN_NO_ANSWER("rail: a payout taken, no answer"),
    PAYOUT_TAKEN_READ_TIMED_OUT("rail: a payout taken, read timed out"),
    QUESTION_NOT_ANSWERED("rail: a question not answered"),
    QUESTION_NOT_HEARD("rail: no connection for a question"),
    ENDED_WHILE_DELIVERING("webhook: a node ended meanwhile"),
    WEBHOOK_FAILED("webhook: answered with an error"),
    WEBHOOK_HUNG_UP("webhook: hung up");

    private final String words;

    FaultPlan(String words) {
        this.words = words;
    }

    /// Returns true if the count is deterministic for a seed; real time decides the repetition of some messages.
    boolean isSteady() {
        return !words.startsWith("webhook: ");
    }

    @Override
    public String toString() {
        return words;
    }
}
