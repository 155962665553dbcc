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

/// A few lanes side by side: the commands of one organization always meet in the same one, so that a hot merchant's
/// are committed in groups, while others go on beside it. Not more than there are processors: what many lanes share,
/// each of them commits in smaller groups.
public final class Lanes<C, R> implements AutoCloseable {
    private static final int LANES = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    private final List<Lane<C, R>> lanes;
    private final Function<C, UUID> organization;

    /// @param weight how much a command is to do: a transaction does a few thousand of these units with ease
    /// @param commit does a batch in one transaction and gives the members' results in order; after a batch failed
    ///     it is called for each member alone
    public Lanes(
            String name, Function<C, UUID> organization, ToIntFunction<C> weight, Function<List<C>, List<R>> commit) {
        this.organization = organization;
        this.lanes = IntStream.range(0, LANES)
                .mapToObj(number -> new Lane<>(committer(name + "-lane-" + number), weight, commit))
                .toList();
    }

    /// A thread of the machine's: a virtual one that the database's answer wakes would come after all requests that are
    /// ready to run, while hundreds of others wait for it.
    private static Thread.Builder committer(String name) {
        return Thread.ofPlatform().daemon().name(name);
    }

    /// Waits for the command's turn and gives its result once it is committed.
    public R submit(C command) {
        return Lane.await(lane(command).enqueue(command));
    }

    /// The same for many at once, which are committed in as few groups as their lanes allow.
    public List<R> submitAll(List<C> commands) {
        return enqueue(commands).stream().map(Lane::await).toList();
    }

    /// The same, and behind them, in the same lanes, what nobody waits for: where that fails, it is tried
    /// again by whoever finds it.
    public List<R> submitAll(List<C> commands, List<? extends C> behind) {
        var all = new ArrayList<C>(commands);
        all.addAll(behind);
        return enqueue(all).subList(0, commands.size()).stream()
                .map(Lane::await)
                .toList();
    }

    /// The same, each by itself: those after one that is refused are waited for too.
    ///
    /// @param refused the result of one that was refused, or of which nobody knows for want of a database
    public List<R> submitEach(List<C> commands, Function<Refused, R> refused) {
        return enqueue(commands).stream()
                .map(result -> {
                    try {
                        return Lane.await(result);
                    } catch (Refused why) {
                        return refused.apply(why);
                    }
                })
                .toList();
    }

    /// The results in the order of the commands. What meets in a lane comes to it at once: one after the
    /// other, the first of them would be committed alone.
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

    /// Finishes what is waiting.
    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }

    private Lane<C, R> lane(C command) {
        return lanes.get(Math.floorMod(organization.apply(command).hashCode(), LANES));
    }
}
