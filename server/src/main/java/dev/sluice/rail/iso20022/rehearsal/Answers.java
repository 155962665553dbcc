package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.rail.iso20022.inbound.ExpectedFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The bank's answers of a rehearsal, as its files say. Reading them changes nothing.
record Answers(List<Answer> all) {
    private static final String PARTLY = "PART";
    private static final String STATUS = "pain.002";
    private static final String RECALL_ANSWER = "camt.029";

    Answers {
        all = List.copyOf(all);
    }

    /// A file of the bank.
    ///
    /// @param kind class of the kind, such as `camt.054`; empty if it is unreadable
    /// @param read null if it is unreadable
    /// @param fault reason for which it is unreadable; empty if it is not
    record Answer(TestFile file, String kind, @Nullable BankFile read, String fault) {}

    /// A status of a payment.
    ///
    /// @param named the bank named this payment, and not only its file
    record Word(String code, @Nullable String reason, String text, boolean named, TestFile in) {
        /// Returns the status as evidence, such as `RJCT AC04 in pain.002_7.xml`.
        String evidence() {
            return code + (reason == null ? "" : " " + reason) + (text.isBlank() ? "" : " (" + text + ")") + " in "
                    + in.evidence();
        }
    }

    static Answers read(List<TestFile> files, @Nullable CsvMapping csv) {
        return new Answers(files.stream()
                .filter(each -> each.purpose() == TestFile.Purpose.ANSWER)
                .map(each -> read(each, csv))
                .toList());
    }

    private static Answer read(TestFile file, @Nullable CsvMapping csv) {
        try {
            var read = BankFiles.read(new ByteArrayInputStream(file.bytes()), csv);
            return new Answer(file, ExpectedFiles.kind(read.kind()), read, "");
        } catch (Unreadable unreadable) {
            return new Answer(file, "", null, String.valueOf(unreadable.getMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Returns the statuses of a payment, the oldest first. `PART` says nothing about a payment that is not named.
    ///
    /// @param since earlier files are left out
    List<Word> statuses(String msgId, String endToEndId, Instant since) {
        return words(STATUS, msgId, endToEndId).stream()
                .filter(each -> !each.in().createdAt().isBefore(since))
                .toList();
    }

    /// Returns the answers to the recall of a payment, the oldest first.
    List<Word> recallAnswers(String msgId, String endToEndId) {
        return words(RECALL_ANSWER, msgId, endToEndId);
    }

    private List<Word> words(String kind, String msgId, String endToEndId) {
        var words = new ArrayList<Word>();
        for (var answer : all) {
            var read = answer.read();
            if (read != null && answer.kind().equals(kind)) {
                read.messages().stream()
                        .filter(StatusReport.class::isInstance)
                        .map(each -> word((StatusReport) each, msgId, endToEndId, answer.file()))
                        .filter(Objects::nonNull)
                        .forEach(words::add);
            }
        }
        return words;
    }

    private static @Nullable Word word(StatusReport report, String msgId, String endToEndId, TestFile in) {
        var named = report.payments().stream()
                .filter(each -> each.level() == Level.TRANSACTION && endToEndId.equals(each.id()))
                .filter(each -> each.status() != null)
                .reduce((_, later) -> later);
        if (named.isPresent() && (report.originalMsgId() == null || msgId.equals(report.originalMsgId()))) {
            return word(named.get().status(), named.get().reasons(), true, in);
        }
        var block = report.payments().stream()
                .filter(each -> each.level() == Level.PAYMENT && msgId.equals(each.id()))
                .filter(each -> each.status() != null && !PARTLY.equals(each.status()))
                .reduce((_, later) -> later);
        if (block.isPresent()) {
            return word(block.get().status(), block.get().reasons(), false, in);
        }
        return msgId.equals(report.originalMsgId()) && !PARTLY.equals(report.group())
                ? word(report.group(), report.reasons(), false, in)
                : null;
    }

    private static @Nullable Word word(@Nullable String code, List<StatusReason> reasons, boolean named, TestFile in) {
        if (code == null) {
            return null;
        }
        var first = reasons.stream().findFirst();
        return new Word(
                code,
                first.map(StatusReason::code).orElse(null),
                first.map(StatusReason::text).orElse(""),
                named,
                in);
    }

    /// Returns the statements, reports and notices of one kind, each with its file.
    List<Map.Entry<Statement, TestFile>> statements(String kind) {
        return all.stream()
                .filter(each -> each.kind().equals(kind))
                .flatMap(each -> statements(each).map(statement -> Map.entry(statement, each.file())))
                .toList();
    }

    private static Stream<Statement> statements(Answer answer) {
        var read = answer.read();
        return read == null
                ? Stream.of()
                : read.messages().stream()
                        .filter(StatementMessage.class::isInstance)
                        .flatMap(each -> ((StatementMessage) each).statements().stream());
    }

    /// Returns how often the bank has booked a payment: the maximum over the kinds of files, as a booking is in a
    /// notice and again in a statement.
    int timesBooked(String endToEndId) {
        var references = new HashMap<String, Set<String>>();
        var ordinals = new HashMap<String, Integer>();
        for (var answer : all) {
            statements(answer)
                    .flatMap(each -> each.entries().stream())
                    .filter(each -> isDebitOf(each, endToEndId))
                    .forEach(entry -> {
                        int ordinal = ordinals.merge(answer.kind(), 1, Integer::sum);
                        references
                                .computeIfAbsent(answer.kind(), _ -> new HashSet<>())
                                .add(Objects.requireNonNullElse(entry.bankReference(), "#" + ordinal));
                    });
        }
        return references.values().stream().mapToInt(Set::size).max().orElse(0);
    }

    private static boolean isDebitOf(Entry entry, String endToEndId) {
        return entry.isBooked()
                && entry.amount().signum() < 0
                && entry.details().stream()
                        .anyMatch(each -> endToEndId.equals(each.references().endToEndId()));
    }

    /// Returns the file that reports the booking of a payment; null if there is none.
    @Nullable
    TestFile booking(String endToEndId) {
        return all.stream()
                .filter(each -> statements(each)
                        .flatMap(statement -> statement.entries().stream())
                        .anyMatch(entry -> isDebitOf(entry, endToEndId)))
                .map(Answer::file)
                .findFirst()
                .orElse(null);
    }
}
