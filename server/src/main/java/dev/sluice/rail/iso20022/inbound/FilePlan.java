package dev.sluice.rail.iso20022.inbound;

import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.SumCheck;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.InboundFile.Hold;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Content of a file as it is to be applied, and the faults that one file shows by itself.
///
/// @param kind class of the file's kind
/// @param pages statements whose balances are chained
/// @param broken differences of pages that do not add up, by the id of the page
/// @param foreign reason for which nothing of it can ever be applied to the account; null if it can
/// @param hold reason for which people have to decide; null if nobody has to
record FilePlan(
        String kind,
        List<String> messageIds,
        List<StatementPage> pages,
        List<Broken> broken,
        List<EntryImport.Page> entries,
        List<StatusReport> reports,
        @Nullable Hold foreign,
        @Nullable Hold hold) {
    private static final int REASON_MAX = 2_000;
    private static final int SUFFIX_MIN = 7;
    private static final int IBAN_HEAD = 4;

    /// Difference of a page.
    record Broken(UUID page, BigDecimal difference) {}

    /// Reads the messages of a file.
    static FilePlan of(
            BankProfile profile, InboundFile file, BankFile read, Asset asset, Supplier<UUID> ids, Instant now) {
        return new Builder(profile, file, read, asset, ids, now).plan();
    }

    /// The messages of one file, in their order.
    private static final class Builder {
        private final BankProfile profile;
        private final InboundFile file;
        private final BankFile read;
        private final Asset asset;
        private final Supplier<UUID> ids;
        private final Instant now;
        private final String kind;
        private final List<StatementPage> pages = new ArrayList<>();
        private final List<Broken> broken = new ArrayList<>();
        private final List<EntryImport.Page> entries = new ArrayList<>();
        private final List<String> foreign = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Builder(BankProfile profile, InboundFile file, BankFile read, Asset asset, Supplier<UUID> ids, Instant now) {
            this.profile = profile;
            this.file = file;
            this.read = read;
            this.asset = asset;
            this.ids = ids;
            this.now = now;
            this.kind = SourceKind.of(read);
            this.problems.addAll(read.problems());
        }

        FilePlan plan() {
            if (!profile.in().kinds().contains(kind)) {
                problems.addFirst("kind " + read.kind() + " is not expected from this bank");
            }
            var reports = new ArrayList<StatusReport>();
            for (var message : read.messages()) {
                if (message instanceof StatementMessage(var _, var statements)) {
                    statements.forEach(this::add);
                } else if (message instanceof StatusReport report) {
                    reports.add(report);
                }
            }
            // MT messages often have one constant in field 20.
            var messageIds = kind.startsWith("mt")
                    ? List.<String>of()
                    : read.messages().stream()
                            .flatMap(each -> Stream.ofNullable(each.msgId()))
                            .distinct()
                            .toList();
            return new FilePlan(
                    kind,
                    messageIds,
                    pages,
                    broken,
                    foreign.isEmpty() ? entries : List.of(),
                    reports,
                    foreign.isEmpty() ? null : Hold.because(joined(foreign)),
                    problems.isEmpty() ? null : hold());
        }

        private Hold hold() {
            var sum = broken.stream().map(Broken::difference).reduce(BigDecimal.ZERO, BigDecimal::add);
            return broken.isEmpty()
                    ? Hold.because(joined(problems))
                    : new Hold(joined(problems), BreakKind.BALANCE_BROKEN, sum);
        }

        private static String joined(List<String> texts) {
            var all = String.join("; ", texts);
            return all.length() > REASON_MAX ? all.substring(0, REASON_MAX) + "…" : all;
        }

        private void add(Statement statement) {
            int faults = foreign.size();
            checkAccount(statement);
            for (var entry : statement.entries()) {
                checkAmount(statement, entry);
            }
            if (foreign.size() > faults) {
                return;
            }
            String name = null;
            if (SourceKind.isStatement(kind)) {
                var page = page(statement);
                name = page == null ? file.id() + "/" + entries.size() : page.name();
            }
            var fallback = day(statement);
            entries.add(new EntryImport.Page(
                    kind,
                    name,
                    statement.entries().stream()
                            .map(each -> Booking.of(each, asset, fallback))
                            .toList()));
        }

        private void checkAccount(Statement statement) {
            var account = statement.account();
            if (account == null || !isOurs(account, profile.account().number().number())) {
                foreign.add("account " + account + " is not "
                        + profile.account().number().number() + " of " + profile.id());
            }
            var currency = statement.currency();
            if (currency != null && !currency.equals(asset.code())) {
                foreign.add(
                        statement.label() + " is in " + currency + ", but " + profile.id() + " is in " + asset.code());
            }
        }

        private void checkAmount(Statement statement, Entry entry) {
            var amounts = Stream.concat(
                    Stream.of(entry.amount()),
                    entry.detailsAddUp()
                            ? entry.details().stream().map(each -> Objects.requireNonNull(each.amount()))
                            : Stream.empty());
            amounts.filter(each -> !each.currency().equals(asset.code()) || !Money.fits(each.value(), asset))
                    .findFirst()
                    .ifPresent(each -> foreign.add(
                            statement.label() + " has " + each + ", which is no amount of " + profile.id()));
        }

        private @Nullable StatementPage page(Statement statement) {
            var opening = statement.balances().opening();
            var closing = statement.balances().closing();
            if (opening == null || closing == null) {
                problems.add(statement.label() + " has no opening or no closing balance");
                return null;
            }
            if (!Money.fits(opening.amount().value(), asset)
                    || !Money.fits(closing.amount().value(), asset)
                    || !opening.amount().currency().equals(asset.code())
                    || !closing.amount().currency().equals(asset.code())) {
                foreign.add(statement.label() + " has balances that are no amounts of " + profile.id());
                return null;
            }
            var page = new StatementPage(
                    ids.get(),
                    profile.id(),
                    kind,
                    day(statement),
                    statement.number(),
                    statement.id(),
                    booked(statement).min(LocalDate::compareTo).orElseGet(() -> day(statement)),
                    Booking.exactly(opening.amount().value(), asset),
                    Booking.exactly(closing.amount().value(), asset),
                    opening.intermediate(),
                    closing.intermediate(),
                    file.id(),
                    pages.size(),
                    now);
            pages.add(page);
            if (SumCheck.of(statement) instanceof SumCheck.Differs(var _, var difference)) {
                broken.add(new Broken(page.id(), difference));
            }
            return page;
        }

        /// Returns the day of the closing balance, else the last booking day, else that of the file.
        private LocalDate day(Statement statement) {
            var closing = statement.balances().closing();
            var on = closing == null ? null : closing.on();
            return on != null
                    ? on
                    : booked(statement)
                            .max(LocalDate::compareTo)
                            .orElseGet(() -> file.receivedAt()
                                    .atZone(profile.windows().zone())
                                    .toLocalDate());
        }

        private static Stream<LocalDate> booked(Statement statement) {
            return statement.entries().stream()
                    .filter(Entry::isBooked)
                    .flatMap(each -> Stream.ofNullable(each.booking().bookedOn()));
        }
    }

    /// Compares an account of a file with ours. MT files may have the bank's code and the account's number, or the
    /// number alone, in place of the IBAN.
    static boolean isOurs(String written, String ours) {
        var own = Booking.plain(ours);
        var other = Booking.plain(written);
        if (other.equals(own)) {
            return true;
        }
        boolean isIban = own.length() > IBAN_HEAD && Character.isLetter(own.charAt(0));
        if (!isIban || other.isEmpty() || Character.isLetter(other.charAt(0))) {
            return false;
        }
        var national = own.substring(IBAN_HEAD);
        int slash = written.indexOf('/');
        if (slash > 0) {
            var bank = Booking.plain(written.substring(0, slash));
            var number = Booking.plain(written.substring(slash + 1));
            int zeros = national.length() - bank.length() - number.length();
            return zeros >= 0 && national.equals(bank + "0".repeat(zeros) + number);
        }
        return other.length() >= SUFFIX_MIN && national.endsWith(other);
    }
}
