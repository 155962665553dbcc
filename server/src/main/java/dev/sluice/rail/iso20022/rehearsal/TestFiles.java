package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.clock.Clocks;
import dev.sluice.iso20022.BusinessCalendar;
import dev.sluice.iso20022.write.MsgIds;
import dev.sluice.iso20022.write.PaymentFileWriter;
import dev.sluice.iso20022.write.Prepared;
import dev.sluice.iso20022.write.Recall;
import dev.sluice.iso20022.write.RecallWriter;
import dev.sluice.iso20022.write.TransferFile;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferPreparation;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.rehearsal.TestFile.Purpose;
import dev.sluice.rail.iso20022.rehearsal.TestFile.State;
import dev.sluice.text.Sha256;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;

/// Writes the test files of a profile, by the same rules as the files of payouts.
final class TestFiles {
    private static final String TEXT = "Sluice rehearsal";

    private final BankProfile profile;
    private final BankProfile.Rehearsal settings;
    private final Clocks clocks;

    TestFiles(BankProfile profile, BankProfile.Rehearsal settings, Clocks clocks) {
        this.profile = profile;
        this.settings = settings;
        this.clocks = clocks;
    }

    /// Checks that the bank's rules accept the test payment, before anything is stored.
    ///
    /// @throws IllegalArgumentException with each fault and its way out
    void check() {
        var account = settings.account();
        require("rehearsal.payee", TransferPreparation.prepare(transfer("CHECK", settings.payee()), profile.out()));
        var rejected = settings.rejectedAccount();
        if (rejected != null) {
            require(
                    "rehearsal.rejected-account",
                    TransferPreparation.prepare(transfer("CHECK", payee(rejected)), profile.out()));
        }
        require("rehearsal.account", TransferPreparation.prepare(debtor(account), profile.out()));
    }

    private void require(String key, Prepared<?> prepared) {
        if (prepared instanceof Prepared.Refused<?>(var faults)) {
            throw new IllegalArgumentException(
                    key + " of " + profile.id() + ": the profile's own rules refuse the test payment: "
                            + faults.stream().map(Prepared.Fault::toString).collect(Collectors.joining(" ")));
        }
    }

    TestFile payment(UUID rehearsal, Purpose purpose) {
        return payments(rehearsal, purpose, clocks.newId());
    }

    private TestFile payments(UUID rehearsal, Purpose purpose, UUID id) {
        var shape = file(rehearsal, purpose, id, new byte[0]);
        var transfers = purpose == Purpose.REJECTION
                ? List.of(
                        transfer(shape.endToEndId(), settings.payee()),
                        transfer(shape.faultyEndToEndId(), payee(Objects.requireNonNull(settings.rejectedAccount()))))
                : List.of(transfer(shape.endToEndId(), settings.payee()));
        return file(rehearsal, purpose, id, written(shape, transfers));
    }

    /// Returns the same bytes under the same name.
    TestFile again(TestFile payment) {
        return new TestFile(
                clocks.newId(),
                payment.rehearsal(),
                Purpose.DUPLICATE_FILE,
                payment.name(),
                payment.msgId(),
                payment.sha256(),
                payment.bytes(),
                State.SEALED,
                0,
                now(),
                null);
    }

    /// Returns a file with another MsgId and the EndToEndId of a payment.
    TestFile sameEndToEndId(TestFile payment) {
        var id = clocks.newId();
        var shape = file(payment.rehearsal(), Purpose.DUPLICATE_PAYMENT, id, new byte[0]);
        return file(
                payment.rehearsal(),
                Purpose.DUPLICATE_PAYMENT,
                id,
                written(shape, List.of(transfer(payment.endToEndId(), settings.payee()))));
    }

    /// Returns the request to cancel the payment of a file.
    TestFile recall(TestFile recalled) {
        var id = clocks.newId();
        var recall = new Recall(
                MsgIds.of(id),
                time(now()),
                profile.account().holder(),
                profile.account().bic(),
                new Recall.Original(
                        Objects.requireNonNull(recalled.msgId()),
                        profile.out().message(),
                        time(recalled.createdAt()),
                        executionDate(recalled.createdAt())),
                List.of(new Recall.Recalled(
                        recalled.endToEndId(),
                        settings.amount(),
                        profile.account().currency())),
                Recall.Reason.CUST);
        return file(recalled.rehearsal(), Purpose.RECALL, id, RecallWriter.write(recall, profile.out()));
    }

    /// Returns a file of the bank.
    TestFile answer(UUID rehearsal, String name, byte[] bytes) {
        var now = now();
        return new TestFile(
                clocks.newId(),
                rehearsal,
                Purpose.ANSWER,
                name,
                null,
                Sha256.hex(bytes),
                bytes,
                State.RECEIVED,
                0,
                now,
                now);
    }

    private TestFile file(UUID rehearsal, Purpose purpose, UUID id, byte[] bytes) {
        var msgId = MsgIds.of(id);
        var name = settings.transport().folders().name().replace("{msgId}", msgId);
        return new TestFile(
                id, rehearsal, purpose, name, msgId, Sha256.hex(bytes), bytes, State.SEALED, 0, now(), null);
    }

    private byte[] written(TestFile shape, List<Transfer> transfers) {
        return PaymentFileWriter.write(
                new TransferFile(
                        Objects.requireNonNull(shape.msgId()),
                        time(shape.createdAt()),
                        executionDate(shape.createdAt()),
                        debtor(settings.account()),
                        transfers),
                profile.out());
    }

    private TransferFile.Debtor debtor(AccountNumber number) {
        var account = profile.account();
        return new TransferFile.Debtor(account.holder(), account.address(), number, account.bic(), account.currency());
    }

    private Transfer transfer(String endToEndId, Creditor payee) {
        return new Transfer(
                endToEndId, null, settings.amount(), profile.account().currency(), payee, TEXT, null, null);
    }

    private Creditor payee(AccountNumber account) {
        var payee = settings.payee();
        return new Creditor(payee.name(), payee.address(), account, payee.agent());
    }

    /// Returns the next business day: a bank refuses other days.
    private LocalDate executionDate(Instant at) {
        var windows = profile.windows();
        var calendar = new BusinessCalendar(
                switch (windows.calendar()) {
                    case TARGET -> BusinessCalendar.PaymentSystem.TARGET;
                    case SIX -> BusinessCalendar.PaymentSystem.SIX;
                    case INDONESIA -> BusinessCalendar.PaymentSystem.INDONESIA;
                    case WEEKDAYS -> BusinessCalendar.PaymentSystem.WEEKDAYS;
                    case NONE -> BusinessCalendar.PaymentSystem.NONE;
                },
                windows.holidays());
        return calendar.nextBusinessDay(at.atZone(windows.zone()).toLocalDate());
    }

    private OffsetDateTime time(Instant at) {
        return at.atZone(profile.windows().zone()).toOffsetDateTime();
    }

    private Instant now() {
        return clocks.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
