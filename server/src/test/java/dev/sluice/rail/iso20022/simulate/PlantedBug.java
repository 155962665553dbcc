package dev.sluice.rail.iso20022.simulate;

import java.util.List;

/// Realistic bugs of the bank rail, each a small change of its source, with the smallest test that has
/// to find it.
enum PlantedBug {
    DOUBTFUL_FILE_SENT_AGAIN_WITH_A_NEW_MSG_ID(
            new Finder(
                    "simulate.NeverPaidTwiceTest", "no_payment_is_made_twice_and_each_ends_or_is_in_doubt", "RESOLVED"),
            new Change(
                    "rail/iso20022/payout/FileSender",
                    "if (FileStore.doubtful(tx, file, now, now.plus(LOOK_AGAIN_AFTER), message)) {",
                    """
                    if (FileStore.doubtful(tx, file, now, now.plus(LOOK_AGAIN_AFTER), message)) {
                    tx.handle().execute("DELETE FROM rail_iso20022_transfer WHERE file_id = ?", file.id());
                    tx.handle().execute("UPDATE rail_iso20022_order SET state = 'queued', file_id = NULL"
                        + " WHERE file_id = ?", file.id());
                    """)),
    RESENT_UNDER_ANOTHER_NAME(
            new Finder(
                    "payout.DoubtfulFileTest",
                    "the_same_bytes_are_sent_again_under_the_same_name_after_the_time_for_a_status"),
            new Change(
                    "rail/iso20022/payout/FileSender",
                    "new OutgoingFile(file.name(),",
                    "new OutgoingFile(file.attempt() > 1 ? \"R\" + file.name() : file.name(),")),
    REJECTION_AFTER_A_RESEND_TAKEN_AS_FINAL(
            new Finder("payout.DoubtfulFileTest", "a_rejection_after_a_resend_proves_nothing", "AC04"),
            new Change(
                    "rail/iso20022/payout/StatusReports",
                    "if (isMaybeTwice) {\n            return \"The bank rejected it (",
                    "if (isMaybeTwice && word.reason() == null) {\n            return \"The bank rejected it (")),
    UPLOAD_NOT_FENCED_BY_THE_ATTEMPT(
            new Finder("payout.SlowNodeTest", "a_node_that_stands_still_past_its_lease_sends_nothing_again"),
            new Change(
                    "rail/iso20022/payout/FileStore",
                    "WHERE id = :id AND attempt = :attempt AND state = 'uploading'\n",
                    "WHERE id = :id AND attempt >= :attempt\n")),
    DUPLICATE_TAKEN_FOR_A_FAILURE(
            new Finder("payout.BankPayoutsTest", "a_rejected_duplicate_may_have_been_paid", "AM05"),
            new Change(
                    "rail/iso20022/payout/ReasonCodes",
                    "return reason != null && DUPLICATE.contains(reason);",
                    "return false;")),
    UNNAMED_TRANSACTIONS_OF_PART_REJECTED(
            new Finder(
                    "payout.BankPayoutsTest", "transactions_that_a_partly_accepted_file_does_not_name_stay_accepted"),
            new Change(
                    "rail/iso20022/payout/StatusWords",
                    "if (code == null || (PARTLY.equals(code) && !named)) {\n                return null;",
                    "if (code == null) {\n                return null;\n            }\n"
                            + "            if (PARTLY.equals(code) && !named) {\n"
                            + "                return new Word(\"RJCT\", null, null, false);")),
    LUMP_WITHOUT_SUM_CHECK(
            new Finder("payout.BankPayoutsTest", "a_debit_for_a_whole_file_of_another_sum_settles_nothing"),
            new Change(
                    "rail/iso20022/payout/EntryMatching",
                    "|| !sum.equals(entry.amount().units())",
                    "|| sum.signum() < 0")),
    CENT_WITH_OUR_ID_TAKEN_FOR_A_RETURN(
            new Finder("payout.BankPayoutsTest", "a_credit_that_only_carries_our_id_is_no_return"),
            new Change(
                    "rail/iso20022/payout/EntryMatching",
                    "order != null && entry.returnCode() != null && entry.booked()",
                    "order != null && entry.booked()")),
    NET_RETURN_CREDITED_IN_FULL(
            new Finder("payout.PartialReturnTest", "only_what_came_back_is_returned"),
            new Change(
                    "rail/iso20022/payout/EntryMatching",
                    "endings.bringBack(tx, profile, order, failure, message, bookedAt(entry), total)",
                    "endings.bringBack(tx, profile, order, failure, message, bookedAt(entry), order.amount())")),
    RESTORED_BACKUP_NOT_NOTICED(
            new Finder("payout.BankPayoutsTest", "ids_that_the_database_does_not_know_are_returned"),
            new Change(
                    "rail/iso20022/payout/StatusReports",
                    "words.named().keySet().stream().filter(id -> !known.contains(id)).forEach(unknown::add);\n"
                            + "        return unknown;",
                    "return List.of();")),
    QUEUED_ORDERS_OF_A_RESTORED_BACKUP_SEALED_AGAIN(
            new Finder("payout.SentFilesCheckTest", "queued_orders_of_a_restored_backup_are_not_sealed"),
            new Change(
                    "rail/iso20022/payout/SentFilesCheck",
                    "if (unknown.isEmpty()) {",
                    "if (unknown.isEmpty() || !files.isEmpty()) {")),
    SEALED_FILE_OF_A_RESTORED_BACKUP_SENT_AGAIN(
            new Finder("payout.SentFilesCheckTest", "a_sealed_file_of_a_restored_backup_is_not_sent_again"),
            new Change(
                    "rail/iso20022/payout/FileSender",
                    "if (isFrozen(file, orders) || !sent.passes(transport)) {",
                    "if (isFrozen(file, orders)) {")),
    ENTRY_KEY_WITHOUT_ORDINAL(
            new Finder("inbound.EntryIdentityTest", "equal_bookings_in_two_statements_of_one_day_are_both_real"),
            new Change(
                    "rail/iso20022/inbound/EntryImport",
                    "while (keys.contains(base + \":\" + ordinal)) {",
                    "while (ordinal < 1) {")),
    NOTICE_AND_STATEMENT_BOTH_CREDITED(
            new Finder("inbound.DepositCreditTest", "a_notice_and_then_a_statement_credit_once"),
            new Change(
                    "rail/iso20022/inbound/KnownEntries",
                    "if (again || entry.status() == Status.REPLACED) {",
                    "if (again || entry.status() == Status.REPLACED || !entry.isNamedBy(kind)) {"),
            new Change("rail/iso20022/inbound/EntryMatcher", "return entry.isNamedBy(source);", "return true;")),
    PENDING_ENTRY_CREDITED(
            new Finder("inbound.DepositCreditTest", "pending_entries_returns_and_reversals_are_never_credited"),
            new Change(
                    "rail/iso20022/inbound/EntryMatcher",
                    "if (!entry.isBooked()\n                || !entry.credit()",
                    "if (!entry.credit()"),
            new Change("iso20022/Entry", "return isBooked() && amount", "return amount")),
    INFORMATION_CREDITED(
            new Finder("inbound.KeysAndStatusesTest", "information_is_shown_and_never_credited"),
            new Change(
                    "rail/iso20022/inbound/EntryMatcher",
                    "if (!entry.isBooked()\n                || !entry.credit()",
                    "if (!entry.credit()"),
            new Change("iso20022/Entry", "return isBooked() && amount", "return amount")),
    TRUNCATED_FILE_HALF_APPLIED(
            new Finder("inbound.BankInboxTest", "a_truncated_file_applies_nothing"),
            new Change(
                    "iso20022/xml/XmlCursor",
                    "throw unreadable(guard, damaged, linesBefore);\n        }\n        switch (event) {",
                    "depth = 0;\n            return XMLStreamConstants.END_DOCUMENT;\n        }\n"
                            + "        switch (event) {")),
    YEAR_MISSING_IN_THE_KEY_OF_A_STATEMENT(
            new Finder("inbound.KeysAndStatusesTest", "a_statement_number_of_the_year_before_is_another_statement"),
            new Change(
                    "rail/iso20022/inbound/StatementChain",
                    ".anyMatch(each -> each.year() == page.year()\n                        && each.sequence()",
                    ".anyMatch(each -> each.sequence()")),
    RENAME_THAT_OVERWRITES(
            new Finder("transport.FolderTransportTest", "the_rename_itself_fails_if_the_name_exists"),
            new Change(
                    "rail/iso20022/transport/LocalFolders",
                    "Files.createLink(path(toFolder, toName), path(folder, name));",
                    "Files.copy(path(folder, name), path(toFolder, toName),"
                            + " java.nio.file.StandardCopyOption.REPLACE_EXISTING);"));

    private final Finder finder;
    private final List<Change> changes;

    PlantedBug(Finder finder, Change... changes) {
        this.finder = finder;
        this.changes = List.of(changes);
    }

    Finder finder() {
        return finder;
    }

    List<Change> changes() {
        return changes;
    }

    /// The test that has to fail.
    ///
    /// @param name class below `dev.sluice.rail.iso20022`
    record Finder(String name, String method, String... arguments) {
        String className() {
            return "dev.sluice.rail.iso20022." + name;
        }
    }

    /// A change of one source file below `dev/sluice`.
    record Change(String name, String right, String wrong) {
        String file() {
            return "dev/sluice/" + name + ".java";
        }

        /// @throws AssertionError if the file has changed so that the bug no longer applies
        String plant(String source) {
            int at = source.indexOf(right);
            if (at < 0 || source.indexOf(right, at + 1) >= 0) {
                throw new AssertionError(name + " has changed; think of the bug again");
            }
            return source.substring(0, at) + wrong + source.substring(at + right.length());
        }
    }
}
