package dev.sluice.rail.sandbox.bank;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A pain.001 as it was read. Texts are as they stand in the file, because refusals quote them.
///
/// @param count `NbOfTxs`
/// @param sum `CtrlSum`; null if it is missing
record PaymentFile(String msgId, String count, @Nullable String sum, List<Block> blocks) {
    PaymentFile {
        blocks = List.copyOf(blocks);
    }

    /// Payments with one debtor and one day.
    record Block(
            String id,
            String method,
            @Nullable String count,
            @Nullable String sum,
            String executionDay,
            Debtor debtor,
            @Nullable String chargeBearer,
            List<Transfer> transfers) {
        Block {
            transfers = List.copyOf(transfers);
        }
    }

    record Debtor(
            @Nullable String name,
            @Nullable String account,
            @Nullable String currency,
            @Nullable String bic) {}

    record Transfer(
            Ids ids,
            String amount,
            String currency,
            @Nullable String chargeBearer,
            Payee payee,
            List<String> remittance,
            @Nullable String reference) {
        Transfer {
            remittance = List.copyOf(remittance);
        }
    }

    record Ids(
            @Nullable String instruction,
            @Nullable String endToEnd,
            @Nullable String uetr) {}

    record Payee(
            @Nullable String name,
            @Nullable Address address,
            @Nullable String account,
            boolean iban,
            @Nullable String bank) {}

    /// @param structured the address has elements other than town, country and lines
    record Address(@Nullable String town, @Nullable String country, List<String> lines, boolean structured) {
        Address {
            lines = List.copyOf(lines);
        }
    }

    long transfers() {
        return blocks.stream().mapToLong(each -> each.transfers().size()).sum();
    }
}
