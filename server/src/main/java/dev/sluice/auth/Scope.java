package dev.sluice.auth;

import dev.sluice.merchant.Permission;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Right of an API client or key, and of internal API calls by dashboard pages for a user.
public enum Scope {
    READ("read", Permission.VIEW),
    PAYOUTS("payouts", Permission.CREATE_PAYOUTS),
    DEPOSITS("deposits", Permission.MANAGE_DEPOSITS),
    CONVERT("convert", Permission.CONVERT),
    RECIPIENTS("recipients", Permission.MANAGE_RECIPIENTS),
    WEBHOOKS("webhooks", Permission.DEVELOP);

    public static final Set<Scope> ALL = Set.of(values());

    private final String wire;
    private final Permission permission;

    Scope(String wire, Permission permission) {
        this.wire = wire;
        this.permission = permission;
    }

    /// Returns the scopes of a user. The user may also grant them to programs, so no program exceeds its creator.
    public static Set<Scope> of(Predicate<Permission> may) {
        return Arrays.stream(values())
                .filter(scope -> may.test(scope.permission))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Returns true if the scopes permit sending money or changing its recipients.
    public static boolean movesMoney(Set<Scope> scopes) {
        return scopes.contains(PAYOUTS) || scopes.contains(RECIPIENTS);
    }

    static String column(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::wire).collect(Collectors.joining(","));
    }

    static Set<Scope> read(ResultSet row) throws SQLException {
        return Stream.of((String[]) row.getArray("scopes").getArray())
                .map(Scope::of)
                .collect(Collectors.toSet());
    }

    public String wire() {
        return wire;
    }

    public static List<String> wires() {
        return Arrays.stream(values()).map(Scope::wire).toList();
    }

    /// @throws IllegalArgumentException if there is no such scope
    public static Scope of(String wire) {
        return Arrays.stream(values())
                .filter(scope -> scope.wire.equals(wire))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown scope " + wire + "; valid: " + String.join(", ", wires())));
    }
}
