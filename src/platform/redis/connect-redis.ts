import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../../config/redis-url.js';

/** ioredis keeps the process alive for this long after a connection that had failed before is let go. */
const DISCONNECT_MS = 100;
const RETRY_MS = 1_000;

/** How somebody wants to be connected. */
export type RedisConnectOptions = Pick<
  RedisOptions,
  | 'lazyConnect'
  | 'enableOfflineQueue'
  | 'maxRetriesPerRequest'
  | 'enableAutoPipelining'
  | 'connectTimeout'
  | 'commandTimeout'
  | 'retryStrategy'
>;

/** A connection that follows the server that leads, whichever it becomes. Failures are the caller's to hear. */
export function connectRedis(address: RedisAddress, wanted: RedisConnectOptions): Redis | Cluster {
  const { kind } = address;
  const retryStrategy = wanted.retryStrategy ?? (() => RETRY_MS);
  const options: RedisOptions = { disconnectTimeout: DISCONNECT_MS, ...wanted, retryStrategy };
  if (kind === 'server') return new Redis(address.url, options);
  const { nodes, username, password, tls } = address;
  const login = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (kind === 'sentinel')
    return new Redis({
      ...options,
      ...login,
      sentinels: nodes,
      name: address.name,
      sentinelRetryStrategy: retryStrategy,
      enableTLSForSentinelMode: tls,
      // One that was stopped, not killed, leads again as a replica: what it refuses to write goes to the one that leads.
      reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
      failoverDetector: true,
    });
  return new Cluster(nodes, buildClusterOptions({ ...options, ...login }, retryStrategy));
}

/** Who waits for a cluster, and how long a command may try, is the cluster's to say: its connections know of one server each. */
function buildClusterOptions(
  { lazyConnect, enableOfflineQueue, enableAutoPipelining, ...redisOptions }: RedisOptions,
  retryStrategy: (times: number) => number | void | null,
): ClusterOptions {
  return {
    // A server that only follows now is let go: the next one asked says who leads.
    redisOptions: { ...redisOptions, reconnectOnError: ({ message }) => message.startsWith('READONLY') },
    clusterRetryStrategy: (times) => retryStrategy(times) ?? null,
    ...(lazyConnect !== undefined && { lazyConnect }),
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(enableAutoPipelining !== undefined && { enableAutoPipelining }),
    slotsRefreshTimeout: 3_000,
    // Managed clusters have certificates for the names that they announce.
    ...(redisOptions.tls && { dnsLookup: (host, done) => done(null, host) }),
  };
}
