package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.BankSettings.Accepts;
import dev.sluice.rail.sandbox.bank.PaymentFile.Block;
import dev.sluice.rail.sandbox.bank.Verdict.OfBlock;
import dev.sluice.rail.sandbox.bank.Verdict.OfTransfer;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks of a file and its blocks. A fault of the file refuses all of it, a fault of a block refuses the block.
final class FileChecks {
    /// Identifiers: no slash at the ends, no double slash, no underscore.
    private static final Rejection REPEATED = new Rejection("DU04", "EndToEndId was used before");
    private static final Pattern ID = Pattern.compile("(?!/)(?!.*//)[A-Za-z0-9+?/:().,'-]{1,35}(?<!/)", Pattern.DOTALL);

    private static final int DAYS_AHEAD_MAX = 365;

    private final BankSettings settings;
    private final LocalDate today;
    private final Set<String> knownEndToEndIds;
    private final TransferChecks transferChecks;
    private long available;

    /// @param today day in the bank's time zone
    /// @param knownEndToEndIds identifiers of the file that the bank remembers
    /// @param available balance less payments that wait for their booking
    FileChecks(BankSettings settings, LocalDate today, Set<String> knownEndToEndIds, long available) {
        this.settings = settings;
        this.today = today;
        this.knownEndToEndIds = knownEndToEndIds;
        this.transferChecks = new TransferChecks(settings);
        this.available = available;
    }

    static boolean isId(@Nullable String text) {
        return text != null && ID.matcher(text).matches();
    }

    Verdict check(PaymentFile file) {
        var group = group(file);
        if (group != null) {
            return new Verdict(group, List.of());
        }
        var blocks = new ArrayList<OfBlock>();
        var ids = new HashSet<String>();
        var blockIds = new HashSet<String>();
        for (var block : file.blocks()) {
            boolean first = blockIds.add(block.id());
            var refused = first ? block(block) : repeated(block);
            blocks.add(funded(refused == null ? transfers(block, ids) : refusedBlock(block, refused)));
        }
        return new Verdict(null, blocks);
    }

    private @Nullable Rejection group(PaymentFile file) {
        if (!isId(file.msgId())) {
            return new Rejection("CH16", "MsgId has characters that are not accepted, or more than 35");
        }
        return totals(file.count(), file.transfers(), file.sum(), file.blocks());
    }

    private @Nullable Rejection totals(@Nullable String count, long actual, @Nullable String sum, List<Block> blocks) {
        if (count != null && !count.equals(Long.toString(actual))) {
            return new Rejection("AM18", "NbOfTxs is " + shown(count) + ", but there are " + actual);
        }
        if (sum == null) {
            return null;
        }
        long total = 0;
        for (var block : blocks) {
            for (var transfer : block.transfers()) {
                var units = Units.parse(transfer.amount(), settings.account().decimals());
                if (units.isEmpty()) {
                    // The transfer is refused for its amount.
                    return null;
                }
                total += units.getAsLong();
            }
        }
        return Units.parse(sum, settings.account().decimals()).equals(OptionalLong.of(total))
                ? null
                : new Rejection("AM10", "CtrlSum is " + shown(sum) + ", but the amounts have another sum");
    }

    private @Nullable Rejection block(Block block) {
        var account = settings.account();
        var debtor = block.debtor();
        if (!isId(block.id())) {
            return new Rejection("CH16", "PmtInfId has characters that are not accepted, or more than 35");
        }
        if (!block.method().equals("TRF")) {
            return new Rejection("FF03", "PmtMtd is not TRF");
        }
        if (debtor.name() == null || debtor.name().isBlank()) {
            return new Rejection("BE08", "the debtor has no name");
        }
        if (!account.number().equals(debtor.account())) {
            return new Rejection("AC02", "the debtor's account is not an account of this customer");
        }
        if (debtor.currency() != null && !debtor.currency().equals(account.currency())) {
            return new Rejection("AM03", "the debtor's account is in " + account.currency());
        }
        if (debtor.bic() != null && account.bic() != null && !sameBank(debtor.bic(), account.bic())) {
            return new Rejection("RC01", "the debtor's bank is not this bank");
        }
        var bearer = settings.accepts().chargeBearer();
        if (bearer != null && block.chargeBearer() != null && !bearer.equals(block.chargeBearer())) {
            return new Rejection("CH16", "ChrgBr must be " + bearer);
        }
        var day = day(block.executionDay());
        return day == null ? totals(block.count(), block.transfers().size(), block.sum(), List.of(block)) : day;
    }

    private @Nullable Rejection day(String text) {
        try {
            var day = LocalDate.parse(text);
            return day.isBefore(today) || day.isAfter(today.plusDays(DAYS_AHEAD_MAX))
                    ? new Rejection("DT01", "ReqdExctnDt is in the past, or too far in the future")
                    : null;
        } catch (DateTimeParseException noDate) {
            return new Rejection("DT01", "ReqdExctnDt is no date");
        }
    }

    private static Rejection repeated(Block block) {
        return new Rejection("DU02", "payment block " + block.id() + " stands in the file twice");
    }

    private OfBlock transfers(Block block, Set<String> idsOfFile) {
        var transfers = new ArrayList<OfTransfer>();
        for (var transfer : block.transfers()) {
            var id = transfer.ids().endToEnd();
            var checked = transferChecks.check(transfer);
            boolean twice = id != null && !idsOfFile.add(id);
            boolean known = settings.accepts().duplicatesRefusedBy().contains("EndToEndId")
                    && knownEndToEndIds.contains(Objects.requireNonNullElse(id, ""));
            boolean repeated = checked.isAccepted() && (twice || known);
            transfers.add(repeated ? rejected(transfer, REPEATED) : checked);
        }
        return new OfBlock(block, null, transfers);
    }

    /// Refuses a block that the account cannot pay.
    private OfBlock funded(OfBlock block) {
        long sum = block.transfers().stream().mapToLong(OfTransfer::units).sum();
        if (sum > available) {
            return refusedBlock(block.block(), new Rejection("AM04", "the balance is not sufficient"));
        }
        available -= sum;
        return block;
    }

    private static OfBlock refusedBlock(Block block, Rejection refused) {
        return new OfBlock(
                block,
                refused,
                block.transfers().stream().map(each -> rejected(each, refused)).toList());
    }

    static OfTransfer rejected(PaymentFile.Transfer transfer, Rejection refused) {
        return new OfTransfer(transfer, 0, refused, TransferBehaviour.of("", ""));
    }

    private static boolean sameBank(String one, String other) {
        return full(one).equals(full(other));
    }

    /// Returns a BIC with its branch code.
    private static String full(String bic) {
        var upper = bic.toUpperCase(Locale.ROOT);
        return upper.length() == 8 ? upper + "XXX" : upper;
    }

    static String shown(String text) {
        return text.length() <= 20 ? text : text.substring(0, 20) + "…";
    }

    /// Returns true if the bank notices a second message with the same id.
    static boolean refusesMsgId(Accepts accepts) {
        return accepts.duplicatesRefusedBy().contains("MsgId");
    }
}
