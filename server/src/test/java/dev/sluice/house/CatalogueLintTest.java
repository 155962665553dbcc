package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Rules that let one schema run on one machine and, distributed by organization, on many; checked in PostgreSQL's
/// catalogue after all migrations. [Schema#GLOBAL] lists the tables that belong to no organization, with the reason of
/// each.
class CatalogueLintTest {
    private static final String TENANT = "organization_id";
    private static final Set<String> INEXACT = Set.of("real", "double precision", "money");
    /// An index needs this function's result for a name; the program never sees it.
    private static final String NAME_GRAMS = "name_grams";

    /// The triggers change nothing: they refuse modifications of existing audit entries.
    private static final List<String> GUARDS = List.of("audit_entry", "audit_head", "audit_register");

    private static final String CONSTANT = "-?\\d+|true|false|'[^']*'(::[a-z ]+(\\[])?)?|NULL::[a-z ]+(\\[])?";

    private static final TestDatabase DB = TestDatabase.create();
    private static final Schema SCHEMA = Schema.of(DB.database());

    @AfterAll
    static void close() {
        DB.close();
    }

    @Test
    void every_table_belongs_to_a_module() {
        assertThat(SCHEMA.tables()).isNotEmpty();
        assertThat(SCHEMA.tables().stream()
                        .filter(table -> !table.equals(Schema.HISTORY))
                        .filter(table -> Modules.ownerOf(table).isEmpty()))
                .isEmpty();
    }

    @Test
    void the_map_in_the_architecture_has_every_table() {
        var map = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
        assertThat(SCHEMA.tables().stream()
                        .filter(table -> !table.equals(Schema.HISTORY))
                        .filter(table -> !map.contains("`" + table + "`")))
                .isEmpty();
    }

    @Test
    void the_list_of_global_tables_has_no_strangers() {
        assertThat(SCHEMA.tables()).containsAll(Schema.GLOBAL.keySet());
        assertThat(Schema.GLOBAL.values()).noneMatch(String::isBlank);
    }

    @Test
    void every_tenant_table_has_an_organization_and_a_primary_key() {
        var tenants = SCHEMA.tables().stream().filter(table -> !Schema.isGlobal(table));
        assertThat(tenants).isNotEmpty().allSatisfy(table -> {
            assertThat(SCHEMA.columns().stream()
                            .filter(column -> column.table().equals(table)
                                    && column.name().equals(TENANT)))
                    .as("%s of %s", TENANT, table)
                    .singleElement()
                    .satisfies(column -> {
                        assertThat(column.type()).isEqualTo("uuid");
                        assertThat(column.required()).isTrue();
                    });
            assertThat(SCHEMA.uniques().stream().filter(each -> each.table().equals(table) && each.primary()))
                    .as("primary key of %s", table)
                    .hasSize(1);
        });
    }

    @Test
    void the_organization_leads_every_unique_index_of_a_tenant_table() {
        assertThat(SCHEMA.uniques().stream()
                        .filter(each -> !Schema.isGlobal(each.table()))
                        .filter(each -> !each.leads().equals(TENANT)))
                .isEmpty();
    }

    /// New rows fill the places of deleted ones, and a block-range summary soon matches every block.
    @Test
    void no_index_relies_on_where_rows_lie() {
        assertThat(SCHEMA.summaries()).isEmpty();
    }

    @Test
    void foreign_keys_stay_inside_one_organization_or_lead_to_reference_data() {
        assertThat(SCHEMA.foreignKeys().stream().filter(each -> !each.inside() && !Schema.isReference(each.target())))
                .isEmpty();
    }

    @Test
    void nothing_happens_behind_the_programs_back() {
        assertThat(SCHEMA.triggers())
                .containsExactlyInAnyOrderElementsOf(GUARDS.stream()
                        .map(table -> table + " " + guardOf(table))
                        .toList());
        assertThat(SCHEMA.routines())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of(NAME_GRAMS), GUARDS.stream().map(CatalogueLintTest::guardOf))
                                .toList());
        assertThat(SCHEMA.otherRelations()).isEmpty();
        assertThat(columns(column -> column.created() && !column.otherwise().startsWith(NAME_GRAMS)))
                .isEmpty();
    }

    private static String guardOf(String table) {
        return table + "_kept";
    }

    @Test
    void defaults_are_constants() {
        assertThat(columns(column -> !column.created()
                        && !column.otherwise().isEmpty()
                        && !column.otherwise().matches(CONSTANT)))
                .isEmpty();
    }

    @Test
    void instants_have_a_time_zone() {
        assertThat(columns(column ->
                        column.type().startsWith("time") && !column.type().equals("timestamp with time zone")))
                .isEmpty();
    }

    @Test
    void numbers_are_exact_and_texts_have_no_padding() {
        assertThat(columns(column -> INEXACT.contains(column.type()))).isEmpty();
        assertThat(columns(column -> column.type().startsWith("character"))).isEmpty();
    }

    private static List<Schema.Column> columns(Predicate<Schema.Column> unwanted) {
        return ours().filter(unwanted).toList();
    }

    private static Stream<Schema.Column> ours() {
        return SCHEMA.columns().stream().filter(column -> !column.table().equals(Schema.HISTORY));
    }
}
