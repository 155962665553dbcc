package dev.sluice.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Connections of a test that tell a watcher about each statement and each commit. The watcher ends a
/// node by throwing an error: before a commit or after it.
public final class WatchedConnections {
    private static final String MARK = "ApplicationName=watched-";
    private static final Map<String, Watcher> WATCHERS = new ConcurrentHashMap<>();
    private static boolean registered;

    private WatchedConnections() {}

    /// Receives the calls of a node's connections.
    public interface Watcher {
        void statement();

        /// @param sql the statements of the transaction
        void beforeCommit(List<String> sql);

        void afterCommit(List<String> sql);
    }

    /// Opens the database of a test for a node.
    ///
    /// @param name name of the node
    public static Database open(TestDatabase of, String name, Watcher watcher) {
        register();
        WATCHERS.put(name, watcher);
        var address = of.address();
        var url = address.jdbcUrl();
        return Database.open(
                new Database.Address(
                        url + (url.contains("?") ? "&" : "?") + MARK + name, address.user(), address.password()),
                2,
                null);
    }

    /// The manager asks the drivers in the order of their registration, so PostgreSQL's is registered
    /// anew.
    private static synchronized void register() {
        try {
            if (!registered) {
                DriverManager.getDrivers();
                org.postgresql.Driver.deregister();
                DriverManager.registerDriver(new WatchingDriver());
                org.postgresql.Driver.register();
                registered = true;
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static final class WatchingDriver implements Driver {
        private final Driver driver = new org.postgresql.Driver();

        @Override
        public @Nullable Connection connect(String url, Properties info) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            var watcher = WATCHERS.get(url.substring(url.indexOf(MARK) + MARK.length()));
            var connection = driver.connect(url, info);
            return (Connection) Proxy.newProxyInstance(
                    WatchedConnections.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    new Watched(connection, watcher, new ArrayList<>()));
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.contains(MARK);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return driver.getMajorVersion();
        }

        @Override
        public int getMinorVersion() {
            return driver.getMinorVersion();
        }

        @Override
        public boolean jdbcCompliant() {
            return driver.jdbcCompliant();
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    /// Calls of a connection.
    ///
    /// @param sql the statements since the transaction began
    private record Watched(Connection connection, Watcher watcher, List<String> sql) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "prepareStatement" -> {
                    watcher.statement();
                    var text = String.valueOf(arguments == null ? null : arguments[0]);
                    sql.add(text);
                    var statement = (PreparedStatement) call(connection, method, arguments);
                    return text.endsWith("COMMIT") ? committing(statement) : statement;
                }
                case "commit" -> {
                    return committed(() -> call(connection, method, arguments));
                }
                case "rollback" -> sql.clear();
                default -> {
                    // Nothing happens to the transaction.
                }
            }
            return call(connection, method, arguments);
        }

        /// A batch sends its last statements together with the commit.
        private Object committing(PreparedStatement statement) {
            return Proxy.newProxyInstance(
                    WatchedConnections.class.getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (_, method, arguments) -> method.getName().equals("execute")
                            ? committed(() -> call(statement, method, arguments))
                            : call(statement, method, arguments));
        }

        private @Nullable Object committed(Call commit) throws Throwable {
            var all = List.copyOf(sql);
            sql.clear();
            if (all.isEmpty()) {
                return commit.run();
            }
            watcher.beforeCommit(all);
            var result = commit.run();
            watcher.afterCommit(all);
            return result;
        }

        private static @Nullable Object call(Object on, Method method, Object @Nullable [] arguments) throws Throwable {
            try {
                return method.invoke(on, arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        }
    }

    @FunctionalInterface
    private interface Call {
        @Nullable
        Object run() throws Throwable;
    }
}
