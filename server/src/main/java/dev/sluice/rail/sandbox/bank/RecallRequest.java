package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.StrictXml.NotAccepted;
import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;

/// A camt.055: payments that the customer wants back.
///
/// @param id the customer's identifier of the request
/// @param originalMsgId file of the payments
/// @param endToEndIds payments; empty for all of the file
record RecallRequest(String id, String originalMsgId, List<String> endToEndIds) {
    RecallRequest {
        endToEndIds = List.copyOf(endToEndIds);
    }

    static RecallRequest read(Element message) throws NotAccepted {
        Schema.check(message);
        var id = StrictXml.required(message, "Assgnmt", "Id");
        if (!FileChecks.isId(id)) {
            throw new NotAccepted("the identifier of the recall is not accepted");
        }
        var ids = new ArrayList<String>();
        var original = "";
        for (var underlying : StrictXml.all(message, "Undrlyg")) {
            var group = StrictXml.textAt(underlying, "OrgnlGrpInfAndCxl", "OrgnlMsgId");
            original = group == null ? original : group;
            for (var block : StrictXml.all(underlying, "OrgnlPmtInfAndCxl")) {
                var nested = StrictXml.textAt(block, "OrgnlGrpInf", "OrgnlMsgId");
                original = nested == null ? original : nested;
                for (var each : StrictXml.all(block, "TxInf")) {
                    ids.add(StrictXml.required(each, "OrgnlEndToEndId"));
                }
            }
        }
        if (original.isEmpty()) {
            throw new NotAccepted("element OrgnlMsgId is missing in " + message.getLocalName());
        }
        return new RecallRequest(id, original, ids);
    }
}
