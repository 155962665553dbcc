package dev.sluice.bench.seed;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/// PostgreSQL reads the written values back, digit by digit.
class CopyRowsTest {
    private static final List<BigDecimal> DECIMALS = Stream.of(
                    "0",
                    "0.00",
                    "0.25",
                    "1.5",
                    "0.0001",
                    "0.00001",
                    "12345.6789",
                    "9999",
                    "10000",
                    "100000000",
                    "922337203685477.5807",
                    "9223372036854775807")
            .map(BigDecimal::new)
            .toList();
    private static final Instant INSTANT = Instant.parse("1999-12-31T23:59:59.999Z");

    private static SeedEnvironment environment;

    @BeforeAll
    static void enter() throws SQLException {
        environment = new SeedEnvironment();
    }

    @AfterAll
    static void leave() throws SQLException {
        environment.close();
    }

    @Test
    void decimals_come_back_with_their_scale() throws SQLException {
        var rows = new CopyRows();
        DECIMALS.forEach(value -> rows.row(1).numeric(value));
        assertThat(copied("CREATE TEMP TABLE copied (value numeric)", rows))
                .containsExactlyElementsOf(
                        DECIMALS.stream().map(BigDecimal::toPlainString).toList());
    }

    @Test
    void every_type_comes_back() throws SQLException {
        var id = UUID.randomUUID();
        var rows = new CopyRows();
        rows.row(9)
                .uuid(id)
                .text("Müller")
                .bytes(new byte[] {1, (byte) 0xff})
                .smallint(-2)
                .integer(Integer.MIN_VALUE)
                .bigint(Long.MAX_VALUE)
                .bool(true)
                .instant(INSTANT)
                .numeric(BigInteger.valueOf(1_000_000_007));
        var types = "a uuid, b text, c bytea, d smallint, e integer, f bigint, g boolean, h timestamptz, i numeric";
        assertThat(copied("CREATE TEMP TABLE copied (" + types + ")", rows))
                .containsExactly(
                        id.toString(),
                        "Müller",
                        "\\x01ff",
                        "-2",
                        "-2147483648",
                        "9223372036854775807",
                        "t",
                        "1999-12-31 23:59:59.999+00",
                        "1000000007");
    }

    @Test
    void rows_can_be_sent_again_and_forgotten() throws SQLException {
        var rows = new CopyRows();
        rows.row(1).none();
        assertThat(copied("CREATE TEMP TABLE copied (value text)", rows)).containsExactly("null");
        assertThat(copied("CREATE TEMP TABLE copied (value text)", rows)).containsExactly("null");
        rows.clear();
        rows.row(1).text("x".repeat(200_000));
        assertThat(copied("CREATE TEMP TABLE copied (value text)", rows)).containsExactly("x".repeat(200_000));
        assertThat(rows.rows()).isEqualTo(1);
    }

    private static List<String> copied(String create, CopyRows rows) throws SQLException {
        var cluster = environment.cluster;
        try (var connection = DriverManager.getConnection(cluster.jdbcUrl(), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute(create);
            var in =
                    connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY copied FROM STDIN (FORMAT binary)");
            rows.sendTo(in);
            in.endCopy();
            var values = new ArrayList<String>();
            try (var result = statement.executeQuery("TABLE copied")) {
                while (result.next()) {
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        values.add(String.valueOf(result.getString(i)));
                    }
                }
            }
            return values;
        }
    }
}
