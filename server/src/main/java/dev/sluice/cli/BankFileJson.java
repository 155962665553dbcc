package dev.sluice.cli;

import dev.sluice.iso20022.Balance;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.SumCheck;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The JSON of `bank read`, documented in `docs/bank-files.md`. Scripts rely on its names.
final class BankFileJson {
    private BankFileJson() {}

    static Map<String, @Nullable Object> of(BankFile file) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("kind", file.kind());
        json.put("messages", file.messages().stream().map(BankFileJson::message).toList());
        json.put("problems", file.problems());
        return json;
    }

    static Map<String, @Nullable Object> unreadable(String reason) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("kind", null);
        json.put("messages", List.of());
        json.put("problems", List.of(reason));
        return json;
    }

    private static Map<String, @Nullable Object> message(Message message) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("msgId", message.msgId());
        switch (message) {
            case Message.StatementMessage pages -> {
                json.put(
                        "statements",
                        pages.statements().stream().map(BankFileJson::statement).toList());
                json.put("payments", List.of());
            }
            case Message.StatusReport report -> {
                putIfThere(json, "group", report.group());
                if (!report.reasons().isEmpty()) {
                    json.put("reasons", codes(report.reasons()));
                }
                json.put("statements", List.of());
                json.put(
                        "payments",
                        report.payments().stream().map(BankFileJson::payment).toList());
            }
            case Message.OutboundMessage outbound -> {
                json.put("statements", List.of());
                json.put(
                        "payments",
                        outbound.payments().stream().map(BankFileJson::payment).toList());
            }
        }
        return json;
    }

    private static Map<String, @Nullable Object> statement(Statement statement) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("account", statement.account());
        json.put("number", statement.number());
        json.put("opening", value(statement.balances().opening()));
        json.put("closing", value(statement.balances().closing()));
        json.put("currency", statement.currency());
        switch (SumCheck.of(statement)) {
            case SumCheck.AddsUp() -> json.put("addsUp", true);
            case SumCheck.Differs differs -> {
                json.put("addsUp", false);
                json.put("difference", differs.difference());
            }
            case SumCheck.Undecided() -> json.put("addsUp", null);
        }
        json.put(
                "entries", statement.entries().stream().map(BankFileJson::entry).toList());
        return json;
    }

    private static Map<String, @Nullable Object> entry(Entry entry) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("amount", entry.amount().value());
        json.put("currency", entry.amount().currency());
        json.put("status", entry.booking().status());
        json.put("creditable", entry.isCreditable());
        json.put("bookedOn", date(entry.booking().bookedOn()));
        json.put("valueOn", date(entry.booking().valueOn()));
        putIfThere(json, "bankReference", entry.bankReference());
        putIfThere(json, "endToEndId", entry.common(each -> each.references().endToEndId()));
        putIfThere(
                json, "counterparty", entry.common(each -> each.counterparty().label()));
        putIfThere(json, "remittance", entry.common(each -> each.remittance().text()));
        if (entry.returned() != null) {
            json.put("return", Map.of("code", entry.returned().code()));
        }
        json.put("details", entry.details().size());
        return json;
    }

    private static Map<String, @Nullable Object> payment(PaymentStatus payment) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("level", payment.level().name().toLowerCase(Locale.ROOT));
        json.put("id", payment.id());
        json.put("status", payment.status());
        json.put("reasons", codes(payment.reasons()));
        return json;
    }

    /// Returns the codes; a reason without a code is its text.
    private static List<String> codes(List<StatusReason> reasons) {
        return reasons.stream()
                .map(each -> each.code() == null ? each.text() : each.code())
                .toList();
    }

    private static @Nullable BigDecimal value(@Nullable Balance balance) {
        return balance == null ? null : balance.amount().value();
    }

    private static @Nullable String date(@Nullable LocalDate date) {
        return date == null ? null : date.toString();
    }

    private static void putIfThere(Map<String, @Nullable Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
