/**
 * Kills the process at an exact point: FAILPOINT names it, FAILPOINT_AT is the number of the pass. For `node --import`;
 * the service has no code for it.
 */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

const { FAILPOINT, FAILPOINT_AT = '1' } = process.env;
let passings = 0;

function pass(point) {
  if (point === FAILPOINT && ++passings >= Number(FAILPOINT_AT)) process.kill(process.pid, 'SIGKILL');
}

const { query } = pg.Client.prototype;
const KINDS = { webhook_deliveries_add: 'event', webhook_results_write: 'result' };

pg.Client.prototype.query = function (config, ...rest) {
  const { name, text = config } = typeof config === 'object' ? config : { text: config };
  const kind = KINDS[name];
  if (kind) {
    pass(`before-${kind}`);
    this.kindOfTransaction = kind;
  }
  if (text !== 'COMMIT') return query.call(this, config, ...rest);
  const committed = this.kindOfTransaction;
  this.kindOfTransaction = undefined;
  if (!committed) return query.call(this, config, ...rest);
  pass(`before-${committed}-commit`);
  const done = rest.at(-1);
  const after = (...answer) => {
    pass(`after-${committed}-commit`);
    return done?.(...answer);
  };
  if (typeof done === 'function') return query.call(this, config, ...rest.slice(0, -1), after);
  const result = query.call(this, config, ...rest);
  void result.then(after, () => undefined);
  return result;
};

const { request } = http;
http.request = function (...args) {
  pass('before-post');
  return request.apply(this, args).on('response', () => pass('after-post'));
};
syncBuiltinESMExports();
