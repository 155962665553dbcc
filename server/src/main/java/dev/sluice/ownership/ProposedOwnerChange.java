package dev.sluice.ownership;

import dev.sluice.merchant.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// Requested change. Each variant carries the affected person.
public sealed interface ProposedOwnerChange {
    /// Address in lower case.
    String email();

    /// New person of the organization. An invited person gets a link by mail; otherwise the command line prints a
    /// first password.
    record AddPerson(String email, String name, Role role, boolean invited) implements ProposedOwnerChange {}

    /// Removal of a person's codes, recovery codes and passkeys.
    record ResetFactors(String email, UUID personId) implements ProposedOwnerChange {}

    /// Generated password, printed by the command line.
    record RenewPassword(String email, UUID personId) implements ProposedOwnerChange {}

    /// End of a person's access.
    record EndAccess(String email, UUID personId) implements ProposedOwnerChange {}

    /// Name of the kind of change, used in text keys.
    default String kind() {
        return switch (this) {
            case AddPerson _ -> "ADD_PERSON";
            case ResetFactors _ -> "RESET_FACTORS";
            case RenewPassword _ -> "RENEW_PASSWORD";
            case EndAccess _ -> "END_ACCESS";
        };
    }

    /// Reports whether the command line carries it out, since it prints a password; the worker carries out all
    /// others.
    default boolean isPrinted() {
        return switch (this) {
            case AddPerson person -> !person.invited();
            case RenewPassword _ -> true;
            case ResetFactors _, EndAccess _ -> false;
        };
    }

    default Map<String, String> written() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("kind", kind());
        fields.put("email", email());
        switch (this) {
            case AddPerson person -> {
                fields.put("name", person.name());
                fields.put("role", person.role().name());
                fields.put("invited", String.valueOf(person.invited()));
            }
            case ResetFactors(var _, var person) -> fields.put("person", person.toString());
            case RenewPassword(var _, var person) -> fields.put("person", person.toString());
            case EndAccess(var _, var person) -> fields.put("person", person.toString());
        }
        return fields;
    }

    /// @throws IllegalArgumentException if no version of the service wrote it
    static ProposedOwnerChange read(SealedFields fields) {
        var email = fields.text("email");
        return switch (fields.text("kind")) {
            case "ADD_PERSON" ->
                new AddPerson(
                        email,
                        fields.text("name"),
                        Role.valueOf(fields.text("role")),
                        Boolean.parseBoolean(fields.text("invited")));
            case "RESET_FACTORS" -> new ResetFactors(email, fields.id("person"));
            case "RENEW_PASSWORD" -> new RenewPassword(email, fields.id("person"));
            case "END_ACCESS" -> new EndAccess(email, fields.id("person"));
            default -> throw new IllegalArgumentException("no kind of change");
        };
    }
}
