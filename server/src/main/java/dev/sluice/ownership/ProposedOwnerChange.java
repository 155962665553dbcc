package dev.sluice.ownership;

import dev.sluice.merchant.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// The change that is asked for. Each variant carries whom it is about.
public sealed interface ProposedOwnerChange {
    /// An address in small letters.
    String email();

    /// A new person of the organization. One who is invited gets a link by mail; of another one the command line
    /// prints a first password.
    record AddPerson(String email, String name, Role role, boolean invited) implements ProposedOwnerChange {}

    /// The end of a person's codes, recovery codes and passkeys.
    record ResetFactors(String email, UUID personId) implements ProposedOwnerChange {}

    /// A generated password, which the command line prints.
    record RenewPassword(String email, UUID personId) implements ProposedOwnerChange {}

    /// The end of a person's access.
    record EndAccess(String email, UUID personId) implements ProposedOwnerChange {}

    /// Kind of a change, as its texts are keyed.
    default String kind() {
        return switch (this) {
            case AddPerson _ -> "ADD_PERSON";
            case ResetFactors _ -> "RESET_FACTORS";
            case RenewPassword _ -> "RENEW_PASSWORD";
            case EndAccess _ -> "END_ACCESS";
        };
    }

    /// Reports whether the command line carries it out, since it prints a password; a worker does all else.
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

    /// @throws IllegalArgumentException where no version of the service wrote it
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
