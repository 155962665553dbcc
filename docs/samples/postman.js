// Signs each request of the Postman collection before it is sent; a part of api/sluice.postman_collection.json. The
// collection's variables are baseUrl, and clientId with clientSecret or, where there is no secret, apiKey.

const digests = require('crypto-js');

const resolve = (text) => pm.variables.replaceIn(String(text ?? ''));

// All that Postman would still encode, so that what is signed here is what is sent.
const encode = (text) =>
  text.replace(/[^A-Za-z0-9\-._~:/?@!$&()*+,;=%]/gu, (each) => encodeURIComponent(each).replace("'", '%27'));

const url = pm.request.url;
const origin = resolve(
  (url.protocol ? url.protocol + '://' : '') + url.getHost() + (url.port ? ':' + url.port : ''));
const path = origin.replace(/^(https?:\/\/)?[^/]*/, '').replace(/\/$/, '') + '/' + url.path
  .map((each) => each.startsWith(':')
    ? encodeURIComponent(resolve(url.variables.get(each.slice(1))))
    : encode(resolve(each)))
  .join('/');
const query = url.query
  .filter((each) => !each.disabled)
  .map(({ key, value }) => encode(resolve(key)).replace(/[&=]/g, encodeURIComponent)
    + (value === null ? '' : '=' + encode(resolve(value)).replace(/&/g, '%26')))
  .join('&');

// Pages and health checks want no credentials.
if (/\/v[0-9]+\//.test(path)) {
  const method = pm.request.method;
  const secret = resolve('{{clientSecret}}');
  const write = method === 'POST' || method === 'PATCH';
  if (write && !pm.request.headers.find((each) => !each.disabled && each.key.toLowerCase() === 'idempotency-key')) {
    pm.request.headers.add({ key: 'Idempotency-Key', value: pm.variables.replaceIn('{{$guid}}') });
  }
  if (secret) {
    let body = '';
    if (pm.request.body?.mode === 'raw') {
      body = resolve(pm.request.body.raw);
      pm.request.body.raw = body; // its variables are settled, so that a random one does not change again
    }
    pm.request.url.update(origin.replace(/^(https?:\/\/)?([^/]*).*$/, '$1$2') + path + (query && '?' + query));
    const clientId = resolve('{{clientId}}');
    const timestamp = new Date().toISOString(); // milliseconds
    const text = ['v1', clientId, timestamp, method, path, query, digests.SHA256(body)].join('\n');
    pm.request.headers.upsert({ key: 'X-Client-ID', value: clientId });
    pm.request.headers.upsert({ key: 'X-Timestamp', value: timestamp });
    pm.request.headers.upsert({ key: 'X-Signature', value: 'v1=' + digests.HmacSHA256(text, secret) });
  } else {
    pm.request.headers.upsert({ key: 'Authorization', value: 'Bearer ' + resolve('{{apiKey}}') });
  }
}
