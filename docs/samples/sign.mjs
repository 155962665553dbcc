// Signs requests to Sluice and verifies its webhooks. Node 18 or newer, nothing to install.
//
//     set -a; . data/demo.env; set +a
//     node sign.mjs call GET /v1/balance
//     node sign.mjs call POST /v2/disbursement/fiat '{"currency": ...}' [IDEMPOTENCY_KEY]
//     node sign.mjs vectors ../../api/signing-vectors.json
//     node sign.mjs verify ../../api/webhook-vectors.json

import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TOLERANCE_SECONDS = 300;

/** The value of X-Signature; path and query as they are sent, the body as text or bytes. */
export function sign(secret, clientId, timestamp, method, path, query, body) {
  const hash = createHash('sha256').update(body).digest('hex');
  const text = ['v1', clientId, timestamp, method, path, query, hash].join('\n');
  return 'v1=' + createHmac('sha256', secret).update(text).digest('hex');
}

/**
 * Sends a signed request to a path with its query, and returns the status and the answer's text.
 * Choose the idempotency key yourself and keep it where a payout may have to be asked for again.
 */
export async function call(method, target, body = '', idempotencyKey = randomUUID()) {
  const { SLUICE_BASE_URL, SLUICE_CLIENT_ID, SLUICE_CLIENT_SECRET } = process.env;
  const url = new URL(SLUICE_BASE_URL + target);
  const path = url.pathname; // what fetch sends, which may differ from `target` in its encoding
  const query = url.search.slice(1);
  const timestamp = new Date().toISOString(); // milliseconds
  const headers = {
    'X-Client-ID': SLUICE_CLIENT_ID,
    'X-Timestamp': timestamp,
    'X-Signature': sign(SLUICE_CLIENT_SECRET, SLUICE_CLIENT_ID, timestamp, method, path, query, body),
  };
  if (method === 'POST' || method === 'PATCH') headers['Idempotency-Key'] = idempotencyKey;
  if (body) headers['Content-Type'] = 'application/json';
  const answer = await fetch(url, { method, headers, body: body || undefined });
  return { status: answer.status, text: await answer.text() };
}

/** The key that a secret is the text of; null where it is none, as an unset variable: anybody can sign with that. */
function webhookKey(secret) {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(text ?? '', 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}

/** Whether a webhook is Sluice's own and recent: its three headers, and its body as the bytes that came. */
export function verify(secret, id, timestamp, signatures, body, now = Date.now() / 1000) {
  if (!/^[0-9]+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = webhookKey(secret);
  if (!key) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.startsWith('v1,') ? each.slice(3) : '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const signsLike = (v) =>
  sign(v.secret, v.clientId, v.timestamp, v.method, v.path, v.query, v.body) === v.signature;

const verifiesLike = (v) => verify(v.secret, v.id, v.timestamp, v.signature, v.body, v.now) === v.valid;

/** Checks each of the published vectors, names those that are wrong, and tells the exit code. */
function check(file, right) {
  const vectors = JSON.parse(readFileSync(file, 'utf8'));
  const wrong = vectors.filter((vector) => !right(vector));
  wrong.forEach((vector) => console.error('wrong:', vector.name));
  console.log(`${vectors.length - wrong.length} of ${vectors.length} vectors are right`);
  return wrong.length || !vectors.length ? 1 : 0;
}

async function main([command, ...words]) {
  if (command === 'vectors' && words.length === 1) return check(words[0], signsLike);
  if (command === 'verify' && words.length === 1) return check(words[0], verifiesLike);
  if (command === 'call' && words.length >= 2 && words.length <= 4) {
    const { status, text } = await call(...words);
    console.log(text);
    return status < 300 ? 0 : 1;
  }
  console.error('usage: node sign.mjs call METHOD PATH [BODY [IDEMPOTENCY_KEY]] | vectors FILE | verify FILE');
  return 2;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
