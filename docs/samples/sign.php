<?php
// Signs requests to Sluice and verifies its webhooks. PHP 8.0 or newer, no extension and no package.
//
//     set -a; . data/demo.env; set +a
//     php sign.php call GET /v1/balance
//     php sign.php call POST /v2/disbursement/fiat '{"currency": ...}' [IDEMPOTENCY_KEY]
//     php sign.php vectors ../../api/signing-vectors.json
//     php sign.php verify ../../api/webhook-vectors.json

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** The value of X-Signature; path and query as they are sent, the body as its bytes. */
function sign(
    string $secret,
    string $clientId,
    string $timestamp,
    string $method,
    string $path,
    string $query,
    string $body,
): string {
    $lines = ['v1', $clientId, $timestamp, $method, $path, $query, hash('sha256', $body)];
    return 'v1=' . hash_hmac('sha256', implode("\n", $lines), $secret);
}

/**
 * Sends a signed request to a path with its query, and returns the status and the answer's text.
 * Choose the idempotency key yourself and keep it where a payout may have to be asked for again.
 */
function call(string $method, string $target, string $body = '', string $idempotencyKey = ''): array
{
    $clientId = getenv('SLUICE_CLIENT_ID');
    [$path, $query] = explode('?', $target, 2) + [1 => ''];
    $timestamp = (new DateTimeImmutable('now', new DateTimeZone('UTC')))->format('Y-m-d\TH:i:s.u\Z');
    $signature = sign(getenv('SLUICE_CLIENT_SECRET'), $clientId, $timestamp, $method, $path, $query, $body);
    $headers = ["X-Client-ID: $clientId", "X-Timestamp: $timestamp", "X-Signature: $signature"];
    if ($method === 'POST' || $method === 'PATCH') {
        $headers[] = 'Idempotency-Key: ' . ($idempotencyKey ?: bin2hex(random_bytes(16)));
    }
    if ($body !== '') {
        $headers[] = 'Content-Type: application/json';
    }
    $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true, 'timeout' => 30];
    $answer = @fopen(getenv('SLUICE_BASE_URL') . $target, 'r', false, stream_context_create(['http' => $http]));
    if ($answer === false) {
        throw new RuntimeException(error_get_last()['message'] ?? 'no answer');
    }
    $status = (int) explode(' ', stream_get_meta_data($answer)['wrapper_data'][0])[1];
    return [$status, stream_get_contents($answer)];
}

/** Whether a webhook is Sluice's own and recent: its three headers, and its body as the bytes that came. */
function verify(
    string $secret,
    string $id,
    string $timestamp,
    string $signatures,
    string $body,
    ?int $now = null,
): bool {
    if (!preg_match('/^[0-9]+$/D', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    // Of 24 to 64 bytes, or it is none, as an unset variable: anybody can sign with that.
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : false;
    if ($key === false || strlen($key) < 24 || strlen($key) > 64) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $each) {
        if (hash_equals($expected, $each)) {
            return true;
        }
    }
    return false;
}

function signs_like(array $v): bool
{
    $signature = sign($v['secret'], $v['clientId'], $v['timestamp'], $v['method'], $v['path'], $v['query'], $v['body']);
    return $signature === $v['signature'];
}

function verifies_like(array $v): bool
{
    return verify($v['secret'], $v['id'], $v['timestamp'], $v['signature'], $v['body'], $v['now']) === $v['valid'];
}

/** Checks each of the published vectors, names those that are wrong, and tells the exit code. */
function check(string $file, callable $right): int
{
    $vectors = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
    $wrong = array_filter($vectors, fn (array $vector) => !$right($vector));
    foreach ($wrong as $vector) {
        fwrite(STDERR, "wrong: {$vector['name']}\n");
    }
    echo count($vectors) - count($wrong), ' of ', count($vectors), " vectors are right\n";
    return $wrong || !$vectors ? 1 : 0;
}

function main(array $words): int
{
    $command = array_shift($words);
    if ($command === 'vectors' && count($words) === 1) {
        return check($words[0], 'signs_like');
    }
    if ($command === 'verify' && count($words) === 1) {
        return check($words[0], 'verifies_like');
    }
    if ($command === 'call' && count($words) >= 2 && count($words) <= 4) {
        [$status, $text] = call(...$words);
        echo $text, "\n";
        return $status < 300 ? 0 : 1;
    }
    fwrite(STDERR, "usage: php sign.php call METHOD PATH [BODY [IDEMPOTENCY_KEY]] | vectors FILE | verify FILE\n");
    return 2;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    exit(main(array_slice($argv, 1)));
}
