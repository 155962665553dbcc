package dev.sluice.rail.iso20022.decision;

import java.util.Locale;

/// A person with a decision to make.
///
/// @param id id of the dashboard's user; on the command line, the name
/// @param place where the person decides
public record DecisionPerson(String id, String name, Place place) {
    private static final int LENGTH_MAX = 200;

    public DecisionPerson {
        id = DecisionRefused.required("person", id, LENGTH_MAX);
        name = DecisionRefused.required("person", name, LENGTH_MAX);
    }

    /// Where a person decides. The command line has no proof of identity.
    public enum Place {
        DASHBOARD,
        COMMAND_LINE;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Place of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }

    /// Returns the person that a command names.
    public static DecisionPerson onCommandLine(String name) {
        return new DecisionPerson(name, name, Place.COMMAND_LINE);
    }

    /// Returns true if both have the same id or name. Case and spaces do not tell people apart.
    public boolean isSameAs(DecisionPerson other) {
        return key(id).equals(key(other.id)) || key(name).equals(key(other.name));
    }

    private static String key(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
}
