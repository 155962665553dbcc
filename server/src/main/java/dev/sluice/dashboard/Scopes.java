package dev.sluice.dashboard;

import dev.sluice.auth.Scope;
import dev.sluice.merchant.Permission;
import dev.sluice.signin.Visitor;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a person's pages may ask of the service, as its keys say it.
final class Scopes {
    private Scopes() {}

    static Set<Scope> of(Visitor who) {
        return Stream.of(Scope.values())
                .filter(scope -> who.may(permission(scope)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Permission permission(Scope scope) {
        return switch (scope) {
            case READ -> Permission.VIEW;
            case PAYOUTS -> Permission.CREATE_PAYOUTS;
            case DEPOSITS -> Permission.MANAGE_DEPOSITS;
            case CONVERT -> Permission.CONVERT;
            case RECIPIENTS -> Permission.MANAGE_RECIPIENTS;
            case WEBHOOKS -> Permission.DEVELOP;
        };
    }
}
