package dev.sluice.db;

import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A few lanes in parallel. The commands of one organization always use the same lane, so that those of a busy
/// merchant commit in groups while other organizations continue beside it. There are at most as many lanes as
/// processors: with more lanes, each one commits smaller groups.
public final class Lanes<C, R> implements AutoCloseable {
    private static final int LANES = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    private final List<Lane<C, R>> lanes;
    private final Function<C, UUID> organization;

    /// @param weight amount of work of a command: a transaction handles a few thousand of these units easily
    /// @param commit runs a batch in one transaction and returns the results in order; after a failed batch it is
    ///     called for each member alone
    public Lanes(
            String name, Function<C, UUID> organization, ToIntFunction<C> weight, Function<List<C>, List<R>> commit) {
        this.organization = organization;
        this.lanes = IntStream.range(0, LANES)
                .mapToObj(number -> new Lane<>(committer(name + "-lane-" + number), weight, commit))
                .toList();
    }

    /// Builds a platform thread: once the database answers, a virtual thread would be scheduled after all runnable
    /// requests, while hundreds of commands wait for it.
    private static Thread.Builder committer(String name) {
        return Thread.ofPlatform().daemon().name(name);
    }

    /// Runs a command and returns its result after the commit.
    public R submit(C command) {
        return Lane.await(lane(command).enqueue(command));
    }

    /// Runs many commands in as few groups as their lanes allow.
    public List<R> submitAll(List<C> commands) {
        return enqueue(commands).stream().map(Lane::await).toList();
    }

    /// Runs commands and queues others behind them in the same lanes without waiting for those. If one of those
    /// fails, a later run retries it.
    public List<R> submitAll(List<C> commands, List<? extends C> behind) {
        var all = new ArrayList<C>(commands);
        all.addAll(behind);
        return enqueue(all).subList(0, commands.size()).stream()
                .map(Lane::await)
                .toList();
    }

    /// Runs commands and returns a result for each, even after one of them is refused.
    ///
    /// @param refused maps a refusal to a result; with the database unavailable, the outcome of the command is
    ///     unknown
    public List<R> submitEach(List<C> commands, Function<Refused, R> refused) {
        return enqueue(commands).stream()
                .map(result -> {
                    try {
                        return Lane.await(result);
                    } catch (Refused refusal) {
                        return refused.apply(refusal);
                    }
                })
                .toList();
    }

    /// Queues commands and returns their results in order. Commands of one lane are queued at once: one after the
    /// other, the first would be committed alone.
    private List<CompletableFuture<R>> enqueue(List<C> commands) {
        var results = new HashMap<Lane<C, R>, Iterator<CompletableFuture<R>>>();
        commands.stream()
                .collect(Collectors.groupingBy(this::lane, LinkedHashMap::new, Collectors.toList()))
                .forEach((lane, some) -> results.put(lane, lane.enqueueAll(some).iterator()));
        return commands.stream()
                .map(command ->
                        Objects.requireNonNull(results.get(lane(command))).next())
                .toList();
    }

    /// Commits all queued commands and closes the lanes.
    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }

    private Lane<C, R> lane(C command) {
        return lanes.get(Math.floorMod(organization.apply(command).hashCode(), LANES));
    }
}
