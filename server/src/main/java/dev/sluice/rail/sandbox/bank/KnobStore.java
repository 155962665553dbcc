package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Tx;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/// SQL of `rail_sandbox_bank_knob`. A fault that is switched off keeps its row.
final class KnobStore {
    private static final String SET = """
            INSERT INTO rail_sandbox_bank_knob (bank, knob, per_mille, subjects)
            VALUES (:bank, :knob, :perMille, string_to_array(:subjects, chr(10)))
            ON CONFLICT (bank, knob) DO UPDATE SET per_mille = excluded.per_mille, subjects = excluded.subjects
            """;

    private static final String OF_BANK = """
            SELECT knob, per_mille, subjects FROM rail_sandbox_bank_knob WHERE bank = :bank
            """;

    private KnobStore() {}

    static void set(Tx tx, String bank, Knob knob, Setting setting) {
        tx.handle()
                .createUpdate(SET)
                .bind("bank", bank)
                .bind("knob", knob.name())
                .bind("perMille", setting.perMille())
                .bind("subjects", String.join("\n", setting.subjects()))
                .execute();
    }

    static Map<Knob, Setting> of(Handle handle, String bank) {
        var found = new EnumMap<Knob, Setting>(Knob.class);
        handle.createQuery(OF_BANK)
                .bind("bank", bank)
                .map((row, _) -> Map.entry(Knob.valueOf(row.getString("knob")), setting(row)))
                .forEach(each -> found.put(each.getKey(), each.getValue()));
        return found;
    }

    private static Setting setting(ResultSet row) throws SQLException {
        var subjects = (String[]) row.getArray("subjects").getArray();
        return new Setting(row.getInt("per_mille"), Set.copyOf(Arrays.asList(subjects)));
    }
}
