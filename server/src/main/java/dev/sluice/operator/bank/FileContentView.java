package dev.sluice.operator.bank;

import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.SumCheck;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.iso20022.inbound.AlteredRecord;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Content of a bank's file, as `bank read` shows it.
///
/// @param file null if it is not shown
/// @param unread text key of the reason; null if it is shown
/// @param fault message of the reader
public record FileContentView(
        @Nullable BankFile file,
        @Nullable String unread,
        @Nullable String fault) {
    /// Maximum number of entries or payments that a page shows of each message.
    public static final int ROWS_MAX = 100;

    private static final int SHOWN_BYTES_MAX = 4 * 1024 * 1024;

    static FileContentView of(BankInbox inbox, BankProfile profile, InboundFile file) {
        if (file.size() > SHOWN_BYTES_MAX) {
            return new FileContentView(null, "bank.contentLarge", null);
        }
        try {
            var content = new ByteArrayInputStream(inbox.content(file));
            return new FileContentView(BankFiles.read(content, profile.in().csv()), null, null);
        } catch (Unreadable unreadable) {
            return new FileContentView(null, "bank.contentUnreadable", unreadable.getMessage());
        } catch (AlteredRecord altered) {
            return new FileContentView(null, "bank.contentAltered", null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public List<Statement> statements() {
        return file == null
                ? List.of()
                : file.messages().stream()
                        .filter(Message.StatementMessage.class::isInstance)
                        .flatMap(each -> ((Message.StatementMessage) each).statements().stream())
                        .toList();
    }

    public List<Message.StatusReport> reports() {
        return file == null
                ? List.of()
                : file.messages().stream()
                        .filter(Message.StatusReport.class::isInstance)
                        .map(Message.StatusReport.class::cast)
                        .toList();
    }

    public List<String> problems() {
        return file == null ? List.of() : file.problems();
    }

    public static List<Entry> first(Statement statement) {
        return statement.entries().stream().limit(ROWS_MAX).toList();
    }

    public static List<PaymentStatus> first(Message.StatusReport report) {
        return report.payments().stream().limit(ROWS_MAX).toList();
    }

    /// Returns the text key of the check of the balances.
    public static String verdict(Statement statement) {
        return switch (SumCheck.of(statement)) {
            case SumCheck.AddsUp() -> "bank.addsUp";
            case SumCheck.Differs _ -> "bank.addsUpNot";
            case SumCheck.Undecided() -> "bank.addsUpUnknown";
        };
    }

    /// Returns the difference of the balances; null if there is none.
    public static @Nullable BigDecimal difference(Statement statement) {
        return SumCheck.of(statement) instanceof SumCheck.Differs differs ? differs.difference() : null;
    }

    public static String reasons(List<StatusReason> reasons) {
        return reasons.stream()
                .map(each -> ((each.code() == null ? "" : each.code() + " ") + each.text()).strip())
                .collect(Collectors.joining("; "));
    }

    /// Returns the common counterparty of all details; a dash if they differ.
    public static String counterparty(Entry entry) {
        return shown(entry.common(each -> each.counterparty().label()));
    }

    public static String remittance(Entry entry) {
        return shown(entry.common(each -> each.remittance().text()));
    }

    public static String reference(Entry entry) {
        return shown(entry.bankReference());
    }

    private static String shown(@Nullable String text) {
        return text == null || text.isBlank() ? "–" : text;
    }
}
