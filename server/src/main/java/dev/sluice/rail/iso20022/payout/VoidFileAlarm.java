package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Alarm for a file that people declared void, and that the bank processes nevertheless. Its orders may
/// be paid twice: the rail stops, orders in the queue belong to the file again, and the outcome of all
/// of them is uncertain.
final class VoidFileAlarm {
    private final Alerts alerts;

    VoidFileAlarm(Alerts alerts) {
        this.alerts = alerts;
    }

    /// @param named EndToEndIds that the bank processes
    void raise(Tx tx, BankProfile profile, UUID file, String msgId, List<String> named, Instant now) {
        var reason = "The bank processes the file " + msgId + ", which was declared void";
        var queued = new ArrayList<String>();
        var doubtful = new ArrayList<OrderStore.Noted>();
        for (var order : OrderStore.lockNamed(tx, named)) {
            var sent = Optional.ofNullable(order.file());
            if (order.state() == BankOrder.State.QUEUED) {
                queued.add(order.endToEndId());
            } else if (order.state() == BankOrder.State.SEALED
                    && sent.filter(each -> each.id().equals(file)).isEmpty()) {
                var status = Optional.ofNullable(order.status())
                        .orElseGet(() -> new BankOrder.Status("VOID", null, null, now));
                doubtful.add(new OrderStore.Noted(order.payout(), status, reason));
            }
        }
        HandStore.attach(tx, file, queued, reason, now);
        OrderStore.note(tx, doubtful);
        RailStops.stop(tx, profile.rail(), reason, now);
        alerts.raise(tx, new Alert(profile.rail(), "void/" + msgId, "Stopped: " + reason));
    }
}
