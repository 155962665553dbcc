package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.rail.iso20022.inbound.ExpectedFiles;
import dev.sluice.rail.iso20022.payout.ReasonCodes;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.rehearsal.Answers.Word;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.Step;
import dev.sluice.rail.iso20022.rehearsal.RehearsalStep.Result;
import dev.sluice.rail.iso20022.rehearsal.TestFile.Purpose;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Compares the files of a rehearsal with the profile's promises. The steps are a function of the stored files and
/// the time, so that any run finds the same results.
final class RehearsalChecks {
    private static final String REJECTED = "RJCT";
    private static final Set<String> FINAL = Set.of("ACSC", "ACCC");
    private static final Set<String> POSITIVE =
            Set.of("ACTC", "ACCP", "ACFC", "ACSP", "ACSC", "ACCC", "ACWC", "ACPD", "ACWP");
    /// Answers to recalls that are not the last ones.
    private static final Set<String> RECALL_OPEN = Set.of("PDCR", "PDNG", "UWFW");

    private static final String NO_STATUS = "the profile expects no status reports (in.status)";

    private final BankProfile profile;
    private final BankProfile.Rehearsal settings;
    private final Rehearsal rehearsal;
    private final List<TestFile> files;
    private final Answers answers;
    private final Instant now;

    RehearsalChecks(
            BankProfile profile,
            BankProfile.Rehearsal settings,
            Rehearsal rehearsal,
            List<TestFile> files,
            Instant now) {
        this.profile = profile;
        this.settings = settings;
        this.rehearsal = rehearsal;
        this.files = files;
        this.answers = Answers.read(files, profile.in().csv());
        this.now = now;
    }

    List<Step> steps() {
        return List.of(
                rename(), payment(), rejection(), duplicateFile(), duplicatePayment(), recall(), entries(), readable());
    }

    Optional<TestFile> file(Purpose purpose) {
        return files.stream().filter(each -> each.purpose() == purpose).findFirst();
    }

    boolean pays() {
        return !profile.serves().isEmpty();
    }

    boolean rejects() {
        return pays() && settings.rejectedAccount() != null && hasStatus();
    }

    boolean refusesFiles() {
        return pays() && !profile.promises().duplicatesRefusedBy().isEmpty();
    }

    boolean refusesPayments() {
        return refusesFiles() && profile.promises().duplicatesRefusedBy().contains("EndToEndId") && hasStatus();
    }

    boolean recalls() {
        return pays() && profile.promises().recalls();
    }

    private boolean hasStatus() {
        return profile.in().kinds().contains("pain.002");
    }

    private Step rename() {
        var step = RehearsalStep.RENAME;
        var rename = rehearsal.rename();
        if (rename == null) {
            return waits(step, "not tried yet");
        }
        return rename.keeps()
                ? passed(step, "the rename failed, because the name existed, and kept the file there")
                : failed(step, "the rename replaced a file, so that a second file could overwrite the first");
    }

    Step payment() {
        var step = RehearsalStep.PAYMENT;
        if (!pays()) {
            return notOffered(step, "the account only receives (serves: [])");
        }
        var sent = file(Purpose.PAYMENT).filter(TestFile::isDelivered);
        if (sent.isEmpty()) {
            return waits(step, "not delivered yet");
        }
        var file = sent.get();
        if (!hasStatus()) {
            var booking = answers.booking(file.endToEndId());
            return booking == null
                    ? waits(step, delivered(file) + "; no booking with its EndToEndId yet, and " + NO_STATUS)
                    : passed(step, delivered(file) + "; booked in " + booking.evidence());
        }
        // Later words may be about the second copy.
        var words = statuses(file).stream()
                .takeWhile(each -> file(Purpose.DUPLICATE_FILE)
                        .map(again -> !each.in().createdAt().isAfter(again.createdAt()))
                        .orElse(true))
                .toList();
        return last(words, REJECTED::equals)
                .map(word -> failed(step, delivered(file) + "; rejected: " + word.evidence()))
                .or(() -> last(words, POSITIVE::contains)
                        .map(word -> passed(step, delivered(file) + "; " + word.evidence())))
                .orElseGet(() -> unanswered(step, file, words, "a positive status"));
    }

    private Step rejection() {
        var step = RehearsalStep.REJECTION;
        if (!rejects()) {
            return notOffered(
                    step,
                    !pays()
                            ? "the account only receives (serves: [])"
                            : hasStatus() ? "the test platform has no account for it (rejected-account)" : NO_STATUS);
        }
        var sent = file(Purpose.REJECTION).filter(TestFile::isDelivered);
        if (sent.isEmpty()) {
            return waits(step, "not delivered yet");
        }
        var file = sent.get();
        var good = statuses(file);
        var bad = answers.statuses(msgId(file), file.faultyEndToEndId(), file.createdAt());
        var wrong = last(good, REJECTED::equals);
        if (wrong.isPresent()) {
            return failed(
                    step,
                    delivered(file) + "; the valid payment was rejected too: "
                            + wrong.get().evidence());
        }
        var right = last(bad, REJECTED::equals);
        if (right.isPresent()) {
            return right.get().named()
                    ? passed(step, delivered(file) + "; " + right.get().evidence())
                    : failed(
                            step,
                            delivered(file) + "; the whole file was rejected: "
                                    + right.get().evidence());
        }
        return last(bad, FINAL::contains)
                .map(word -> failed(step, delivered(file) + "; the faulty payment was made: " + word.evidence()))
                .orElseGet(() -> unanswered(step, file, bad, "RJCT of the faulty payment"));
    }

    Step duplicateFile() {
        var step = RehearsalStep.DUPLICATE_FILE;
        if (!refusesFiles()) {
            return notOffered(step, "the profile promises nothing about duplicates, so no file is sent twice");
        }
        var payment = file(Purpose.PAYMENT).filter(_ -> payment().result() == Result.PASSED);
        var sent = file(Purpose.DUPLICATE_FILE).filter(TestFile::isDelivered);
        if (payment.isEmpty() || sent.isEmpty()) {
            return waits(
                    step,
                    payment.isEmpty()
                            ? "sent after the first payment has passed"
                            : "not delivered yet; a bank that leaves the first file in its folder prevents it");
        }
        var file = sent.get();
        var id = payment.get().endToEndId();
        int booked = answers.timesBooked(id);
        var words = answers.statuses(msgId(file), id, file.createdAt());
        // A late rejection of the first payment names it, with another reason.
        var refused = words.stream()
                .filter(each -> each.code().equals(REJECTED))
                .filter(each -> !each.named() || ReasonCodes.isDuplicate(each.reason()))
                .findFirst();
        boolean hasPaymentTwice = file(Purpose.DUPLICATE_PAYMENT).isPresent();
        if (booked > 1 && !(refused.isPresent() && hasPaymentTwice)) {
            return failed(
                    step,
                    "the profile promises the refusal of a repeated " + promised() + ", but the bank booked " + id + " "
                            + booked + " times; remove duplicates from the profile");
        }
        if (refused.isPresent()) {
            return passed(step, delivered(file) + "; " + refused.get().evidence());
        }
        if (!hasStatus() && isOver(file)) {
            return passed(step, delivered(file) + "; booked once after " + statusBy());
        }
        return unanswered(step, file, words, "a refusal of the second copy");
    }

    private Step duplicatePayment() {
        var step = RehearsalStep.DUPLICATE_PAYMENT;
        if (!refusesPayments()) {
            return notOffered(
                    step,
                    hasStatus() || !pays() ? "the profile promises nothing about a repeated EndToEndId" : NO_STATUS);
        }
        var payment = file(Purpose.PAYMENT);
        var sent = file(Purpose.DUPLICATE_PAYMENT).filter(TestFile::isDelivered);
        if (payment.isEmpty() || sent.isEmpty()) {
            return waits(step, "sent after the second copy of the file has been refused");
        }
        var file = sent.get();
        var id = payment.get().endToEndId();
        var words = answers.statuses(msgId(file), id, file.createdAt());
        int booked = answers.timesBooked(id);
        if (booked > 1) {
            return failed(
                    step,
                    "the profile promises the refusal of a repeated EndToEndId, but the bank booked " + id + " "
                            + booked + " times in two files; remove it from duplicates.refused-by");
        }
        var made = last(words, FINAL::contains);
        return made.map(word -> failed(step, delivered(file) + "; the payment was made: " + word.evidence()))
                .or(() -> last(words, REJECTED::equals)
                        .map(word -> passed(step, delivered(file) + "; " + word.evidence())))
                .orElseGet(() -> unanswered(step, file, words, "a refusal of the known EndToEndId"));
    }

    private Step recall() {
        var step = RehearsalStep.RECALL;
        if (!recalls()) {
            return notOffered(step, "the profile has no recalls (recall)");
        }
        var recalled = file(Purpose.RECALLED).filter(TestFile::isDelivered);
        var sent = file(Purpose.RECALL).filter(TestFile::isDelivered);
        if (recalled.isEmpty() || sent.isEmpty()) {
            return waits(step, "not delivered yet");
        }
        var file = sent.get();
        var words = answers.recallAnswers(msgId(recalled.get()), recalled.get().endToEndId());
        var last = words.stream()
                .filter(each -> !RECALL_OPEN.contains(each.code()))
                .findFirst();
        if (last.isPresent()) {
            return passed(step, delivered(file) + "; " + last.get().evidence());
        }
        var refused = answers.statuses(msgId(file), "", file.createdAt()).stream()
                .filter(each -> each.code().equals(REJECTED))
                .findFirst();
        return refused.map(word -> failed(step, delivered(file) + "; the bank takes no recall: " + word.evidence()))
                .orElseGet(() -> unanswered(step, file, words, "camt.029"));
    }

    private Step entries() {
        var step = RehearsalStep.ENTRIES;
        var kind = profile.in().creditsFrom();
        var statements = answers.statements(kind);
        for (var each : statements) {
            var account = each.getKey().account();
            if (account == null
                    || !ExpectedFiles.isAccount(account, settings.account().number())) {
                return failed(
                        step,
                        each.getValue().evidence() + " reports account " + account + " and not "
                                + settings.account().number());
            }
        }
        return statements.isEmpty()
                ? waits(step, "no " + kind + " yet, from which deposits are credited (credits-from)")
                : passed(
                        step,
                        kind + " of " + settings.account().number() + " in "
                                + statements.getFirst().getValue().evidence());
    }

    private Step readable() {
        var step = RehearsalStep.FILES;
        for (var each : answers.all()) {
            var read = each.read();
            var name = each.file().evidence();
            if (read == null) {
                return failed(step, name + " cannot be read: " + each.fault());
            }
            if (!profile.in().kinds().contains(each.kind())) {
                return failed(step, name + ": kind " + read.kind() + " is not expected (in.also)");
            }
            if (!read.problems().isEmpty()) {
                return failed(step, name + ": " + read.problems().getFirst());
            }
        }
        return answers.all().isEmpty()
                ? waits(step, "no file of the bank yet")
                : passed(step, answers.all().size() + " files of the bank can be read and are expected");
    }

    private List<Word> statuses(TestFile file) {
        return answers.statuses(msgId(file), file.endToEndId(), file.createdAt());
    }

    private static Optional<Word> last(List<Word> words, Predicate<String> code) {
        return words.stream().filter(each -> code.test(each.code())).reduce((_, later) -> later);
    }

    private static String msgId(TestFile file) {
        return Objects.requireNonNull(file.msgId());
    }

    private String promised() {
        return String.join(
                " and ",
                profile.promises().duplicatesRefusedBy().stream().sorted().toList());
    }

    private static String delivered(TestFile file) {
        return "sent " + file.evidence() + " at " + file.exchangedAt();
    }

    private String statusBy() {
        return profile.promises().statusBy() + " (silence.status-by)";
    }

    private boolean isOver(TestFile file) {
        var sent = Objects.requireNonNullElse(file.exchangedAt(), now);
        return now.isAfter(sent.plus(profile.promises().statusBy()));
    }

    /// Waits for the answer, or fails if the bank had the time that the profile promises.
    private Step unanswered(RehearsalStep step, TestFile file, List<Word> words, String expected) {
        var last = words.stream().reduce((_, later) -> later).map(each -> "; so far " + each.evidence());
        var text = delivered(file) + last.orElse("; no answer");
        return isOver(file)
                ? failed(step, text + " within " + statusBy() + ", and not " + expected)
                : waits(step, text);
    }

    private static Step passed(RehearsalStep step, String evidence) {
        return step(step, Result.PASSED, evidence);
    }

    private static Step failed(RehearsalStep step, String evidence) {
        return step(step, Result.FAILED, evidence);
    }

    private static Step waits(RehearsalStep step, String evidence) {
        return step(step, Result.NOT_ANSWERED_YET, evidence);
    }

    private static Step notOffered(RehearsalStep step, String evidence) {
        return step(step, Result.NOT_OFFERED, evidence);
    }

    /// Texts of banks become one line.
    private static Step step(RehearsalStep step, Result result, String evidence) {
        return new Step(step, result, evidence.replaceAll("\\p{Cntrl}+", " "));
    }

    static boolean isComplete(List<Step> steps) {
        return steps.stream().noneMatch(each -> each.result() == Result.NOT_ANSWERED_YET);
    }

    static boolean hasFailed(List<Step> steps) {
        return steps.stream().anyMatch(each -> each.result() == Result.FAILED);
    }
}
