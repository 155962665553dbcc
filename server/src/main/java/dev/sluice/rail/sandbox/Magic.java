package dev.sluice.rail.sandbox;

import dev.sluice.rail.BankAccount;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.sandbox.Behaviour.InterimStatus;
import dev.sluice.rail.sandbox.Behaviour.SubmitBehaviour;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Test accounts that trigger a certain behaviour of the sandbox's bank: `99990000NN`, where `NN` is the number in
/// this list. Every other account, also one with an unlisted number, is [#ORDINARY]. `docs/sandbox.md` contains this
/// table.
public enum Magic {
    ORDINARY(0, Behaviour.settles()),

    ACCOUNT_NOT_FOUND(1, Behaviour.rejects(FailureCode.ACCOUNT_NOT_FOUND), NameAnswer.NO_ACCOUNT),
    ACCOUNT_CLOSED(2, Behaviour.rejects(FailureCode.ACCOUNT_CLOSED)),
    ACCOUNT_BLOCKED(3, Behaviour.rejects(FailureCode.ACCOUNT_BLOCKED)),
    ACCOUNT_INVALID(4, Behaviour.rejects(FailureCode.ACCOUNT_INVALID)),
    NAME_MISMATCH(5, Behaviour.rejects(FailureCode.NAME_MISMATCH), NameAnswer.OTHER),
    CURRENCY_NOT_ACCEPTED(6, Behaviour.rejects(FailureCode.CURRENCY_NOT_ACCEPTED)),
    AMOUNT_LIMIT_EXCEEDED(7, Behaviour.rejects(FailureCode.AMOUNT_LIMIT_EXCEEDED)),
    COMPLIANCE_REJECTED(8, Behaviour.rejects(FailureCode.COMPLIANCE_REJECTED)),
    BANK_REJECTED(9, Behaviour.rejects(FailureCode.BANK_REJECTED)),
    BANK_UNAVAILABLE(10, Behaviour.rejects(FailureCode.BANK_UNAVAILABLE)),

    RETURNED_BY_PAYEE(11, Behaviour.bounces(FailureCode.RETURNED_BY_PAYEE)),
    RETURNED_ACCOUNT_CLOSED(12, Behaviour.bounces(FailureCode.ACCOUNT_CLOSED)),

    UNKNOWN_THEN_SETTLED(21, Behaviour.settles().after(Duration.ofSeconds(30), InterimStatus.SILENT)),
    UNKNOWN_THEN_REJECTED(
            22, Behaviour.rejects(FailureCode.BANK_UNAVAILABLE).after(Duration.ofSeconds(30), InterimStatus.SILENT)),
    UNKNOWN_FOR_AN_HOUR(23, Behaviour.settles().after(Duration.ofMinutes(60), InterimStatus.SILENT)),
    ANSWER_LOST(24, Behaviour.settles().with(SubmitBehaviour.ANSWER_LOST)),
    REQUEST_LOST(25, Behaviour.settles().with(SubmitBehaviour.REQUEST_LOST)),

    SLOW(31, Behaviour.settles().after(Duration.ofSeconds(60), InterimStatus.UNDER_WAY)),
    CLEARING_WINDOW(32, Behaviour.settles().waiting(Duration.ofHours(1))),
    DUPLICATE_NOTICE(33, Behaviour.settles().with(new Ending.SettlesNoisily())),
    STOPPABLE(34, Behaviour.settles().after(Duration.ofMinutes(10), InterimStatus.STOPPABLE)),

    NAME_NO_MATCH(41, Behaviour.settles(), NameAnswer.OTHER),
    NAME_CLOSE_MATCH(42, Behaviour.settles(), NameAnswer.CLOSE),
    NAME_UNAVAILABLE(43, Behaviour.settles(), NameAnswer.NONE);

    private static final Map<Integer, Magic> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Magic::number, Function.identity()));

    private final int number;
    private final Behaviour behaviour;
    private final NameAnswer nameAnswer;

    Magic(int number, Behaviour behaviour) {
        this(number, behaviour, NameAnswer.SUPPLIED);
    }

    Magic(int number, Behaviour behaviour, NameAnswer nameAnswer) {
        this.number = number;
        this.behaviour = behaviour;
        this.nameAnswer = nameAnswer;
    }

    /// Returns the number in the account's last two digits.
    public int number() {
        return number;
    }

    /// Returns the magic account number, ten digits.
    public String accountNumber() {
        return "99990000%02d".formatted(number);
    }

    /// Returns the behaviour of an account: nearly always [#ORDINARY].
    public static Magic of(BankAccount account) {
        var number = MagicAccount.numberOf(account.currency(), account.accountNumber());
        return number.isPresent() ? ofNumber(number.getAsInt()) : ORDINARY;
    }

    /// Returns true if a text is one of the magic numbers itself. No bank's check digits match these.
    public static boolean isNumber(String account) {
        return MagicAccount.isPlain(account);
    }

    static Magic ofNumber(int number) {
        return BY_NUMBER.getOrDefault(number, ORDINARY);
    }

    Behaviour behaviour() {
        return behaviour;
    }

    NameAnswer nameAnswer() {
        return nameAnswer;
    }
}
