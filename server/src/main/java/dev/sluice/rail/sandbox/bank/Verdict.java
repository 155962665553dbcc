package dev.sluice.rail.sandbox.bank;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Result of the checks of a file.
///
/// @param group reason to refuse the whole file; null if there is none
record Verdict(@Nullable Rejection group, List<OfBlock> blocks) {
    Verdict {
        blocks = List.copyOf(blocks);
    }

    record OfBlock(PaymentFile.Block block, @Nullable Rejection refused, List<OfTransfer> transfers) {
        OfBlock {
            transfers = List.copyOf(transfers);
        }

        boolean isWhole() {
            return refused == null && transfers.stream().allMatch(OfTransfer::isAccepted);
        }

        boolean isNothing() {
            return refused != null || transfers.stream().noneMatch(OfTransfer::isAccepted);
        }
    }

    /// @param units amount; 0 for a refused transfer
    record OfTransfer(
            PaymentFile.Transfer transfer,
            long units,
            @Nullable Rejection refused,
            TransferBehaviour behaviour) {
        boolean isAccepted() {
            return refused == null;
        }
    }

    boolean isWhole() {
        return group == null && blocks.stream().allMatch(OfBlock::isWhole);
    }

    /// Returns true if the name of a payee does not match.
    boolean hasOtherNames() {
        return blocks.stream()
                .flatMap(each -> each.transfers().stream())
                .anyMatch(each -> each.isAccepted() && each.behaviour().verification() != null);
    }

    boolean isNothing() {
        return group != null || blocks.stream().allMatch(OfBlock::isNothing);
    }
}
