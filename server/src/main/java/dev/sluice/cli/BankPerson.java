package dev.sluice.cli;

import dev.sluice.audit.AuditAction;
import dev.sluice.audit.Audits;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The person at the command line, for a command about a bank account. The command line has no proof of
/// identity; the audit log adds the system's user name.
///
/// @param organizations organizations with operators; their audit logs get the entries
record BankPerson(DecisionPerson person, List<UUID> organizations, Audits audits, String systemUser) {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final int DONE = 200;
    private static final int REFUSED = 400;
    private static final int FAILED = 500;

    /// @param by the name or e-mail address of an operator, or another name; null: the system's user
    ///     name
    static BankPerson of(BankAccounts accounts, Program program, @Nullable String by) {
        var systemUser = System.getProperty("user.name", "");
        var users = Users.wire(
                accounts.database(), accounts.clocks(), TenantDirectory.wire(accounts.database()), program.random());
        var operators = users.operators();
        var name = by == null ? systemUser : by;
        var person = operators.stream()
                .filter(each -> each.name().equalsIgnoreCase(name.strip())
                        || each.email().equalsIgnoreCase(name.strip()))
                .findFirst()
                .map(BankPerson::of)
                .orElseGet(() -> DecisionPerson.onCommandLine(name));
        var organizations =
                operators.stream().map(User::organizationId).distinct().toList();
        return new BankPerson(
                person,
                organizations.isEmpty() ? List.of(Ledger.HOUSE) : organizations,
                Audits.wire(accounts.database(), accounts.vault(), accounts.clocks()),
                systemUser);
    }

    private static DecisionPerson of(User user) {
        return new DecisionPerson(user.id().toString(), user.name(), DecisionPerson.Place.COMMAND_LINE);
    }

    /// Runs an action between the halves of its audit entries.
    ///
    /// @param action such as `bank/take`
    <T> T audited(String action, String subject, Map<String, String> fields, Supplier<T> work) {
        var all = new TreeMap<>(fields);
        all.put("systemUser", systemUser);
        all.put("by", person.name());
        var actions = organizations.stream()
                .collect(Collectors.toMap(
                        each -> each,
                        each -> new AuditAction(
                                new AuditAction.Actor(each, NOBODY, "command line", Role.OPERATOR.name(), "local"),
                                action,
                                subject,
                                all),
                        (first, _) -> first,
                        LinkedHashMap::new));
        return audits.runEach(
                actions,
                work::get,
                (_, _) -> DONE,
                failed -> failed instanceof DecisionRefused || failed instanceof IllegalArgumentException
                        ? REFUSED
                        : FAILED);
    }
}
