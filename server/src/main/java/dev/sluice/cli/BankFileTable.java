package dev.sluice.cli;

import dev.sluice.iso20022.Balance;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.SumCheck;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The output of `bank read` for people.
final class BankFileTable {
    private static final int CELL_LENGTH_MAX = 60;
    private static final String NOTHING = "-";

    private BankFileTable() {}

    static void print(BankFile file, PrintWriter out) {
        out.println("kind: " + PlainText.of(file.kind()));
        for (var message : file.messages()) {
            out.println();
            out.println("message " + text(message.msgId()));
            switch (message) {
                case Message.StatementMessage pages -> pages.statements().forEach(each -> print(each, out));
                case Message.StatusReport report -> {
                    out.println("about our message " + text(report.originalMsgId()) + ": " + text(report.group())
                            + reasons(" ", report.reasons()));
                    print(report.payments(), out);
                }
                case Message.OutboundMessage outbound -> {
                    out.println(outbound.transactions() + " transactions, sum "
                            + outbound.sum().toPlainString());
                    print(outbound.payments(), out);
                }
            }
        }
        out.println();
        out.println(file.problems().isEmpty() ? "no problems" : "problems:");
        file.problems().forEach(each -> out.println("  " + PlainText.of(each)));
        out.flush();
    }

    private static void print(Statement statement, PrintWriter out) {
        out.println(PlainText.of(statement.label()) + ": opening balance "
                + balance(statement.balances().opening()) + ", closing balance "
                + balance(statement.balances().closing()) + ", " + verdict(statement));
        if (statement.entries().isEmpty()) {
            out.println("no entries");
            return;
        }
        var table = new Table(
                "BOOKED",
                "VALUE",
                "AMOUNT",
                "",
                "STATUS",
                "CREDITABLE",
                "DETAILS",
                "BANK REFERENCE",
                "END-TO-END ID",
                "RETURN",
                "COUNTERPARTY",
                "REMITTANCE");
        statement.entries().forEach(each -> row(each, table));
        table.print(out);
    }

    private static void row(Entry entry, Table table) {
        var booking = entry.booking();
        var returned = entry.returned();
        table.row(
                booking.bookedOn() == null ? NOTHING : booking.bookedOn(),
                booking.valueOn() == null ? NOTHING : booking.valueOn(),
                entry.amount().value().toPlainString(),
                text(entry.amount().currency()),
                text(booking.status()),
                entry.isCreditable() ? "yes" : "no",
                entry.details().size(),
                text(entry.bankReference()),
                text(entry.common(each -> each.references().endToEndId())),
                text(returned == null ? null : returned.code()),
                text(entry.common(each -> each.counterparty().label())),
                text(entry.common(each -> each.remittance().text())));
    }

    private static void print(List<PaymentStatus> payments, PrintWriter out) {
        if (payments.isEmpty()) {
            return;
        }
        var table = new Table("LEVEL", "ID", "STATUS", "REASONS");
        for (var each : payments) {
            table.row(
                    each.level().name().toLowerCase(Locale.ROOT),
                    text(each.id()),
                    text(each.status()),
                    reasons("", each.reasons()));
        }
        table.print(out);
    }

    private static String verdict(Statement statement) {
        return switch (SumCheck.of(statement)) {
            case SumCheck.AddsUp() -> "adds up";
            case SumCheck.Differs differs ->
                "DOES NOT ADD UP: difference " + differs.difference().toPlainString();
            case SumCheck.Undecided() -> "sum not checked";
        };
    }

    private static String balance(@Nullable Balance balance) {
        return balance == null ? NOTHING : PlainText.of(balance.amount().toString());
    }

    private static String reasons(String before, List<StatusReason> reasons) {
        var all = reasons.stream()
                .map(each -> PlainText.of(((each.code() == null ? "" : each.code() + " ") + each.text()).strip()))
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? "" : before + all;
    }

    private static String text(@Nullable String value) {
        if (value == null || value.isBlank()) {
            return NOTHING;
        }
        var plain = PlainText.of(value);
        return plain.length() <= CELL_LENGTH_MAX ? plain : plain.substring(0, CELL_LENGTH_MAX - 1) + "…";
    }
}
