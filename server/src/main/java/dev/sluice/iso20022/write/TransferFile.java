package dev.sluice.iso20022.write;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Content of one file of credit transfers from one account: one message with one block.
///
/// @param msgId identifier of the message and of its block, of `[A-Z0-9]` only
/// @param executionDate requested day of execution, never in the past
public record TransferFile(
        String msgId, OffsetDateTime createdAt, LocalDate executionDate, Debtor debtor, List<Transfer> transfers) {
    public TransferFile {
        transfers = List.copyOf(transfers);
    }

    /// Our side: holder and account.
    ///
    /// @param bic null if the bank wants none
    public record Debtor(
            String name,
            @Nullable Address address,
            AccountNumber account,
            @Nullable String bic,
            String currency) {}

    /// One transfer.
    ///
    /// @param endToEndId 26 characters, see [EndToEndIds]
    /// @param creditorReference structured reference (RF or QRR); then there is no remittance text
    public record Transfer(
            String endToEndId,
            @Nullable UUID uetr,
            BigDecimal amount,
            String currency,
            Creditor creditor,
            @Nullable String remittance,
            @Nullable String creditorReference,
            @Nullable String purpose) {}

    /// The payee.
    public record Creditor(
            String name,
            @Nullable Address address,
            AccountNumber account,
            @Nullable Agent agent) {}

    /// Number of an account.
    ///
    /// @param number IBAN in its electronic form, else the bank's own number
    public record AccountNumber(String number, boolean iban) {}

    /// The payee's bank: BIC, else a national code of a clearing system.
    ///
    /// @param clearingSystem such as `USABA`, `GBDSC`; null if the bank is named by its BIC
    public record Agent(
            @Nullable String bic,
            @Nullable String clearingSystem,
            @Nullable String memberId,
            @Nullable String name) {}

    /// Postal address. Town and country are always there.
    public record Address(
            String town,
            String country,
            @Nullable String postalCode,
            @Nullable String street,
            @Nullable String buildingNumber) {}
}
