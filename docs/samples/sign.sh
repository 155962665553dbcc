#!/usr/bin/env bash
# Signs requests to Sluice and verifies its webhooks. Bash 5, openssl and curl; jq to check the published vectors.
#
#     set -a; . data/demo.env; set +a
#     bash sign.sh call GET /v1/balance
#     bash sign.sh call POST /v2/disbursement/fiat '{"currency": ...}' [IDEMPOTENCY_KEY]
#     bash sign.sh vectors ../../api/signing-vectors.json
#     bash sign.sh verify ../../api/webhook-vectors.json
#
# openssl takes keys as arguments, which other users of this machine can see for a moment: on a shared one, use a
# program. Text goes through printf %s, never echo, which would add a newline.
set -euo pipefail

TOLERANCE_SECONDS=300

# sign SECRET CLIENT_ID TIMESTAMP METHOD PATH QUERY BODY: the value of X-Signature; path and query as they are sent.
sign() {
    local hash
    hash=$(printf %s "$7" | openssl dgst -sha256 -r | cut -c1-64)
    printf 'v1='
    printf 'v1\n%s\n%s\n%s\n%s\n%s\n%s' "$2" "$3" "$4" "$5" "$6" "$hash" \
        | openssl dgst -sha256 -hmac "$1" -r | cut -c1-64
}

# call METHOD PATH[?QUERY] [BODY [IDEMPOTENCY_KEY]]: sends a signed request and prints the answer. Choose the key
# yourself and keep it where a payout may have to be asked for again.
call() {
    local method=$1 target=$2 body=${3-} key=${4-} path query='' timestamp signature
    path=${target%%\?*}
    case $target in *\?*) query=${target#*\?} ;; esac
    timestamp=${EPOCHREALTIME/[.,]/} # microseconds
    timestamp=${timestamp%???}
    signature=$(sign "$SLUICE_CLIENT_SECRET" "$SLUICE_CLIENT_ID" "$timestamp" "$method" "$path" "$query" "$body")
    set -- -sS --fail-with-body --globoff --path-as-is --max-time 30 -X "$method" "$SLUICE_BASE_URL$target" \
        -H "X-Client-ID: $SLUICE_CLIENT_ID" -H "X-Timestamp: $timestamp" -H "X-Signature: $signature"
    case $method in POST | PATCH) set -- "$@" -H "Idempotency-Key: ${key:-$(openssl rand -hex 16)}" ;; esac
    if [[ -n $body ]]; then
        set -- "$@" -H 'Content-Type: application/json' --data-binary @-
    fi
    printf %s "$body" | curl "$@"
}

# verify SECRET ID TIMESTAMP SIGNATURES BODY [NOW]: whether a webhook is Sluice's own and recent.
verify() {
    local -
    local secret=$1 id=$2 timestamp=$3 signatures=$4 body=$5 now=${6-$EPOCHSECONDS} key expected each random
    [[ $timestamp =~ ^[0-9]{1,15}$ ]] || return 1
    ((now - 10#$timestamp <= TOLERANCE_SECONDS && 10#$timestamp - now <= TOLERANCE_SECONDS)) || return 1
    # Of 24 to 64 bytes, or it is none, as an unset variable: anybody can sign with that.
    [[ $secret =~ ^whsec_[A-Za-z0-9+/]{32,86}=?=?$ ]] || return 1
    key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
    [[ $key =~ ^[0-9a-f]{48,128}$ ]] || return 1
    expected=v1,$(printf %s "$id.$timestamp.$body" \
        | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
    # What a stranger can make of two texts compared under a random key says nothing about where they differ.
    random=$(openssl rand -hex 32)
    expected=$(printf %s "$expected" | openssl dgst -sha256 -hmac "$random" -r)
    set -f
    for each in $signatures; do
        if [[ $(printf %s "$each" | openssl dgst -sha256 -hmac "$random" -r) == "$expected" ]]; then
            return 0
        fi
    done
    return 1
}

# check_signing FILE, check_webhooks FILE: each of the published vectors; those that are wrong are named.
check_signing() {
    local name secret client timestamp method path query body signature
    while next name && next secret && next client && next timestamp && next method && next path && next query \
        && next body && next signature; do
        count "$name" "$([[ $(sign "$secret" "$client" "$timestamp" "$method" "$path" "$query" "$body") \
            == "$signature" ]] && echo right)"
    done < <(members name secret clientId timestamp method path query body signature <"$1")
}

check_webhooks() {
    local name secret id timestamp signatures body now valid found
    while next name && next secret && next id && next timestamp && next signatures && next body && next now \
        && next valid; do
        found=false
        if verify "$secret" "$id" "$timestamp" "$signatures" "$body" "$now"; then found=true; fi
        count "$name" "$([[ $found == "$valid" ]] && echo right)"
    done < <(members name secret id timestamp signature body now valid <"$1")
}

# The named members of each vector, each ended by a NUL, so that a newline at the end of one is kept.
members() {
    jq -j '.[] | .[$ARGS.positional[]] | tostring + "\u0000"' --args "$@"
}

next() {
    IFS= read -r -d '' "$1"
}

count() {
    all=$((all + 1))
    if [[ $2 == right ]]; then right=$((right + 1)); else echo "wrong: $1" >&2; fi
}

check() {
    all=0 right=0
    "$@"
    echo "$right of $all vectors are right"
    ((all > 0 && right == all))
}

main() {
    case "${1-}:$#" in
        vectors:2) check check_signing "$2" ;;
        verify:2) check check_webhooks "$2" ;;
        call:[3-5])
            shift
            call "$@"
            ;;
        *)
            echo 'usage: bash sign.sh call METHOD PATH [BODY [IDEMPOTENCY_KEY]] | vectors FILE | verify FILE' >&2
            return 2
            ;;
    esac
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    main "$@"
fi
