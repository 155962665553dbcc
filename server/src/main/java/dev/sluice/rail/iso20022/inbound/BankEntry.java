package dev.sluice.rail.iso20022.inbound;

import dev.sluice.iso20022.EntryDetails;
import dev.sluice.money.Money;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One entry of our account as it is stored: a detail of the bank's entry if its details add up, else the whole
/// entry.
///
/// @param amount without sign
/// @param credit true if the account received it
/// @param creditable a booked credit that is neither a return nor a reversal
/// @param returnCode reason of a return or reversal; empty if the bank says that it is one without a reason, null
///     if it is none
/// @param references references of the detail, or those that all details have in common
/// @param text text of the payer, in one line
/// @param charges charges that the bank took and names beside the amount
/// @param details number of payments in it: more than one if the bank books a batch in one sum
public record BankEntry(
        UUID id,
        String account,
        Money amount,
        boolean credit,
        boolean booked,
        boolean creditable,
        @Nullable String returnCode,
        LocalDate bookedOn,
        EntryDetails.References references,
        EntryDetails.Counterparty counterparty,
        @Nullable String text,
        @Nullable Money charges,
        int details) {}
