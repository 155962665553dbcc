package dev.sluice.house;

import dev.sluice.db.Database;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A migrated database's schema, from PostgreSQL's catalogue.
record Schema(Database database) {
    /// Flyway's own table.
    static final String HISTORY = "flyway_schema_history";

    private static final String TABLES = """
        SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
        """;

    private static final String OTHER_RELATIONS = """
        SELECT relkind::text || ' ' || relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('r', 'p', 'i', 'I', 't') ORDER BY relname
        """;

    private static final String ROUTINES = """
        SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname
        """;

    private static final String TRIGGERS = """
        SELECT tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL
        SELECT ev_class::regclass || ' ' || rulename FROM pg_rewrite JOIN pg_class c ON c.oid = ev_class
        WHERE c.relnamespace = 'public'::regnamespace
        """;

    private static final String COLUMNS = """
        SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
               a.attnotnull AS required, a.attidentity <> '' OR a.attgenerated <> '' AS made,
               coalesce(pg_get_expr(d.adbin, d.adrelid), '') AS otherwise
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        ORDER BY c.relname, a.attnum
        """;

    private static final String UNIQUES = """
        SELECT c.relname AS table, i.relname AS index, x.indisprimary AS is_primary,
               coalesce(a.attname, '(expression)') AS leads
        FROM pg_index x
        JOIN pg_class c ON c.oid = x.indrelid
        JOIN pg_class i ON i.oid = x.indexrelid
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0] AND a.attnum > 0
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND x.indisunique
        ORDER BY c.relname, i.relname
        """;

    private static final String SUMMARIES = """
        SELECT i.relname FROM pg_class i JOIN pg_am m ON m.oid = i.relam
        WHERE i.relnamespace = 'public'::regnamespace AND m.amname = 'brin' ORDER BY i.relname
        """;

    private static final String FOREIGN_KEYS = """
        SELECT f.conname AS name, f.conrelid::regclass::text AS table, f.confrelid::regclass::text AS target,
               EXISTS (SELECT FROM unnest(f.conkey, f.confkey) AS pair (mine, theirs)
                       JOIN pg_attribute m ON m.attrelid = f.conrelid AND m.attnum = pair.mine
                       JOIN pg_attribute t ON t.attrelid = f.confrelid AND t.attnum = pair.theirs
                       WHERE m.attname = 'organization_id' AND t.attname = 'organization_id') AS inside
        FROM pg_constraint f
        WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND f.conparentid = 0
        ORDER BY f.conname
        """;

    static Schema of(Database database) {
        return new Schema(database);
    }

    List<String> tables() {
        return texts(TABLES);
    }

    /// Returns sequences, views and other unexpected relations.
    List<String> otherRelations() {
        return texts(OTHER_RELATIONS);
    }

    List<String> routines() {
        return texts(ROUTINES);
    }

    /// Returns triggers and rules.
    List<String> triggers() {
        return texts(TRIGGERS);
    }

    List<Column> columns() {
        return database.read(handle -> handle.createQuery(COLUMNS)
                .map((row, _) -> new Column(
                        row.getString("table"),
                        row.getString("column"),
                        row.getString("type"),
                        row.getBoolean("required"),
                        row.getBoolean("made"),
                        row.getString("otherwise")))
                .list());
    }

    /// Returns the unique indexes, including primary keys, with the first column of each.
    List<Unique> uniques() {
        return database.read(handle -> handle.createQuery(UNIQUES)
                .map((row, _) -> new Unique(
                        row.getString("table"),
                        row.getString("index"),
                        row.getBoolean("is_primary"),
                        row.getString("leads")))
                .list());
    }

    /// Returns indexes that summarize blocks of their table.
    List<String> summaries() {
        return texts(SUMMARIES);
    }

    List<ForeignKey> foreignKeys() {
        return database.read(handle -> handle.createQuery(FOREIGN_KEYS)
                .map((row, _) -> new ForeignKey(
                        row.getString("name"),
                        row.getString("table"),
                        row.getString("target"),
                        row.getBoolean("inside")))
                .list());
    }

    private List<String> texts(String sql) {
        return database.read(
                handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    /// A column; `made` if the database generates its values, `otherwise` its default.
    record Column(String table, String name, String type, boolean required, boolean created, String otherwise) {}

    record Unique(String table, String index, boolean primary, String leads) {}

    /// A foreign key; `inside` if it stays inside one organization.
    record ForeignKey(String name, String table, String target, boolean inside) {}

    /// Tables that belong to no organization, with the reason. Every other table belongs to a tenant.
    static final Map<String, String> GLOBAL = Map.ofEntries(
            Map.entry(HISTORY, "Flyway's own record of the migrations"),
            Map.entry("vault_keyset", "the data keys of the whole database, one row"),
            Map.entry("audit_register", "seals the ends of all organizations' chains together, one row"),
            Map.entry("clock_offset", "the sandbox's clock, one row"),
            Map.entry("signin_throttle", "attempts to sign in, whoever makes them and whether the account exists"),
            Map.entry("signin_challenge", "challenges that were answered, whoever answers them and whether they exist"),
            Map.entry("merchant_deployment", "which environment the database serves, one row"),
            Map.entry(
                    "merchant_directory",
                    "says which organization something belongs to before the organization is known"),
            Map.entry("node", "the nodes that run, and how their workers and rails get on, one row each"),
            Map.entry("rail_alert", "conditions of rails that operators were told of, for all organizations"),
            Map.entry("rail_stop", "which rails an operator has stopped, for all organizations"),
            Map.entry("ledger_proof", "proofs of all books together, a few rows"),
            Map.entry("rail_incoming_payment", "an inbox of money that came in, before it is known whose it is"),
            Map.entry("rail_iso20022_file", "a file has payouts of several organizations"),
            Map.entry("rail_iso20022_transfer", "the transfers of files, by their identifiers at banks"),
            Map.entry("rail_iso20022_attempt", "attempts to deliver files"),
            Map.entry("rail_iso20022_unknown_file", "files at the platform's banks that the database does not know"),
            Map.entry("rail_iso20022_decision", "decisions of operators about the platform's bank accounts"),
            Map.entry("rail_iso20022_account", "bank accounts of the platform, one row each"),
            Map.entry("rail_iso20022_inbound", "files of banks, before it is known whose entries they have"),
            Map.entry("rail_iso20022_statement", "statements of the platform's bank accounts"),
            Map.entry("rail_iso20022_entry", "entries of the platform's bank accounts"),
            Map.entry("rail_iso20022_break", "differences between the books and the platform's bank accounts"),
            Map.entry("rail_iso20022_rehearsal", "rehearsals of the platform's bank accounts"),
            Map.entry("rail_iso20022_rehearsal_file", "test files of the platform's bank accounts"),
            Map.entry("rail_sandbox_bank_account", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_day", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_received", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_order", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_booking", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_credit", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_outgoing", "books of the simulated bank"),
            Map.entry("rail_sandbox_bank_knob", "books of the simulated bank"),
            Map.entry("rail_charge", "what chains charge the platform for, and no organization"),
            Map.entry(
                    "rail_sandbox_chain_nonce",
                    "the nonces of the sandbox's wallets, which all organizations pay from"),
            Map.entry(
                    "rail_stellar_source", "the accounts of the platform that lend their sequence numbers, a few rows"),
            Map.entry(
                    "rail_stellar_cursor",
                    "how far the payments of the platform's deposit account were read, one row an account"),
            Map.entry("rail_evm_wallet", "a hot wallet pays for every organization; one row a network"),
            Map.entry(
                    "rail_evm_slot",
                    "the numbers of a hot wallet's transactions have no gaps, whoever's payouts they are"),
            Map.entry("rail_evm_transaction", "the bytes of a hot wallet's transactions, found by their hash"),
            Map.entry("rail_evm_cursor", "how far a network was watched, one row each"),
            Map.entry("rail_evm_block", "blocks of a network that were seen"),
            Map.entry("rail_evm_outflow", "coins that sweeps took from a network's deposit addresses"),
            Map.entry("rail_evm_credit", "what was found on a network, before it is known whose it is"),
            Map.entry(
                    "rail_evm_sweep",
                    "addresses to be emptied into the treasury, which belongs to nobody in particular"));

    /// Modules of reference data, identical for every organization.
    private static final Set<String> GLOBAL_MODULES = Set.of("reference");

    static boolean isGlobal(String table) {
        return GLOBAL.containsKey(table) || isReference(table);
    }

    static boolean isReference(String table) {
        return Modules.ownerOf(table)
                .filter(module -> GLOBAL_MODULES.contains(module.name()))
                .isPresent();
    }
}
