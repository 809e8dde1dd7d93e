// A match and a counterexample for every rule in security.yaml. `semgrep --test` compares them.

// ruleid: outbound-request-outside-http-client
import axios from 'axios';
// ok: outbound-request-outside-http-client
import type { AxiosError } from 'axios';

// ruleid: outbound-request-outside-http-client
axios.get(url);
// ruleid: outbound-request-outside-http-client
await fetch(url, { method: 'POST' });
// ok: outbound-request-outside-http-client
await this.http.get(url);

// ruleid: process-with-shell
execSync(`convert ${file}`);
// ruleid: process-with-shell
spawn('convert', [file], { shell: true });
// ok: process-with-shell
execFile('convert', [file]);

// ruleid: code-from-text
eval(text);
// ruleid: code-from-text
const run = new Function(text);
// ok: code-from-text
const parsed = JSON.parse(text);

// ruleid: unverified-certificate
connect({ host, rejectUnauthorized: false });
// ok: unverified-certificate
connect({ host, rejectUnauthorized: true });

// ruleid: weak-hash
createHash('md5').update(text);
// ruleid: weak-hash
createHmac('sha1', key);
// ok: weak-hash
createHash('sha256').update(text);

// ruleid: predictable-secret
const code = Math.random().toString(36);
// ok: predictable-secret
const bytes = randomBytes(32);

// ruleid: secret-compared-by-value
if (request.signature === expected) accept();
// ruleid: secret-compared-by-value
if (token !== stored) refuse();
// ok: secret-compared-by-value
if (token === undefined) refuse();
// ok: secret-compared-by-value
if (timingSafeEqual(token, stored)) accept();

// ruleid: html-from-text
element.innerHTML = text;
// ok: html-from-text
element.textContent = text;

function redirects(request, response) {
  // ruleid: redirect-to-request-text
  response.redirect(303, request.query.next);
  // ok: redirect-to-request-text
  response.redirect(303, '/app');
}

class AddressRepository {
  async find(name: string) {
    // ruleid: sql-from-request-text
    await this.db.query(`SELECT id FROM addresses WHERE name = '${name}'`);
    // ok: sql-from-request-text
    await this.db.query(`SELECT id FROM addresses WHERE name = $1`, [name]);
  }
}

function searches(request) {
  // ruleid: regexp-from-request-text
  const pattern = new RegExp(request.query.q);
  // ok: regexp-from-request-text
  const escaped = new RegExp(escapeRegExp(request.query.q));
}

// ruleid: environment-read-outside-config
const port = process.env.PORT;
// ok: environment-read-outside-config
const configured = this.config.port;

// ruleid: secret-in-log
this.logger.warn(`Refused ${token}`);
// ruleid: secret-in-log
this.logger.log({ organizationId, token });
// ok: secret-in-log
this.logger.warn(`Refused a token of organization ${organizationId}`);
