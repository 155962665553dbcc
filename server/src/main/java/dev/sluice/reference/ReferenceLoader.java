package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.reference.ReferenceFiles.DataFile;
import dev.sluice.refusal.CannotStart;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Loads the data files into the tables at start, after the migrations. It does nothing if the files are those of the
/// last load. Rows that an operator changed are kept; rows that are missing from the files are disabled.
public final class ReferenceLoader {
    private static final Logger LOG = LoggerFactory.getLogger(ReferenceLoader.class);

    private final Database database;
    private final InstantSource clock;

    public ReferenceLoader(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// Loads the shipped files if they are new, in one transaction that locks the row of the last load. If two
    /// nodes start at once, the second waits and then finds nothing to do.
    ///
    /// @return true if the files were loaded
    /// @throws DecimalsChanged if they change the decimals of an asset
    public boolean load() {
        return load(ReferenceFiles.shipped());
    }

    boolean load(ReferenceFiles files) {
        return database.inTx(tx -> {
            var last = LoadStore.lock(tx);
            if (last.checksum().equals(files.checksum())) {
                return false;
            }
            var decimals = LoadStore.decimals(tx);
            requireSame(decimals, files.rows(DataFile.CURRENCIES), "code", "exponent");
            requireSame(decimals, files.rows(DataFile.TOKENS), "id", "decimals");
            long version = last.version() + 1;
            for (var file : DataFile.values()) {
                LoadStore.upsert(tx, file, files.rows(file), version);
            }
            for (var file : DataFile.values()) {
                LoadStore.retire(tx, file, version);
            }
            LoadStore.loaded(tx, version, files.checksum(), clock.instant());
            LOG.info("reference data loaded, version {}", version);
            return true;
        });
    }

    /// Checks that no asset changes its decimals. Stored amounts are in smallest units, so all of them would
    /// change their value.
    private static void requireSame(
            Map<String, Integer> known, List<Map<String, String>> rows, String key, String column) {
        for (var row : rows) {
            var asset = row.getOrDefault(key, "");
            int told = Integer.parseInt(row.getOrDefault(column, ""));
            int before = known.getOrDefault(asset, told);
            if (told != before) {
                throw new DecimalsChanged("the data files give " + asset + " " + told + " decimals, and this database"
                        + " keeps it in " + before + ": every balance and payment in it would be another amount;"
                        + " give it back its decimals, or list it as another asset");
            }
        }
    }

    /// The data files change the decimals of an asset.
    public static final class DecimalsChanged extends CannotStart {
        private static final long serialVersionUID = 1L;

        DecimalsChanged(String message) {
            super(message, null);
        }
    }
}
