package dev.sluice.operator.bank;

import java.util.List;

/// Head of an account's page: the account, and links to the parts of its pages.
///
/// @param holder of the account
public record BankHead(String account, String number, String holder, String currency, List<TabLink> tabs) {
    public BankHead {
        tabs = List.copyOf(tabs);
    }

    /// Returns the parts with tasks.
    List<TabLink> withTasks() {
        return tabs.stream().filter(each -> each.tasks() > 0).toList();
    }

    /// Part of an account's pages.
    enum Tab {
        OVERVIEW(""),
        FILES("/files"),
        INBOX("/inbox"),
        ENTRIES("/entries"),
        BREAKS("/breaks"),
        DECISIONS("/decisions");

        private final String path;

        Tab(String path) {
            this.path = path;
        }

        String link(String account) {
            return BankDesk.BANKS + "/" + account + path;
        }
    }

    /// Link to a part of the account's pages.
    ///
    /// @param tasks number of tasks there
    public record TabLink(String label, String path, boolean here, long tasks) {}

    /// Numbers of tasks of an account.
    ///
    /// @param doubtful outgoing files that the bank may or may not have
    /// @param held inbound files that are held or unreadable
    public record Tasks(long doubtful, long held, long open, long breaks, long decisions) {
        long of(Tab tab) {
            return switch (tab) {
                case OVERVIEW -> 0;
                case FILES -> doubtful;
                case INBOX -> held;
                case ENTRIES -> open;
                case BREAKS -> breaks;
                case DECISIONS -> decisions;
            };
        }
    }
}
