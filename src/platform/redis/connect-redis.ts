import {
  Cluster,
  Redis,
  SentinelConnector,
  type ClusterOptions,
  type RedisOptions,
  type SentinelConnectionOptions,
} from 'ioredis';
import type { RedisAddress } from '../../config/redis-url.js';

/** ioredis keeps the process alive this long after it disconnects from a server that failed before. */
const DISCONNECT_MS = 100;
const RETRY_MS = 1_000;

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

/** Returns a connection that follows the current primary. The caller handles its `error` events. */
export function connectRedis(address: RedisAddress, connectOptions: RedisConnectOptions): Redis | Cluster {
  const retryStrategy = connectOptions.retryStrategy ?? (() => RETRY_MS);
  const options: RedisOptions = { disconnectTimeout: DISCONNECT_MS, ...connectOptions, retryStrategy };
  if (address.kind === 'server') return new Redis(address.url, options);
  const { nodes, username, password, tls } = address;
  const login = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (address.kind === 'cluster')
    return new Cluster(nodes, buildClusterOptions({ ...options, ...login }, retryStrategy));
  return new Redis({
    ...options,
    ...login,
    sentinels: nodes,
    name: address.name,
    sentinelRetryStrategy: retryStrategy,
    enableTLSForSentinelMode: tls,
    // A paused primary returns as a replica and refuses writes. 2: reconnect to the new primary and resend the command.
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
    failoverDetector: true,
    Connector: ReconnectingSentinelConnector,
  });
}

/**
 * Ends the failover detector of the previous connection. In ioredis 5 that detector would otherwise interrupt the attempt to
 * connect when the failover completes, and the connection would never reconnect.
 */
class ReconnectingSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(
    ...[emit]: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    (this as unknown as { failoverDetector: { cleanup(): void } | null }).failoverDetector?.cleanup();
    return super.connect(emit);
  }
}

/** Moves the options that belong to the whole cluster out of those of each connection. */
function buildClusterOptions(
  { lazyConnect, enableOfflineQueue, enableAutoPipelining, ...redisOptions }: RedisOptions,
  retryStrategy: (times: number) => number | void | null,
): ClusterOptions {
  return {
    // Disconnects from a demoted primary, so that the cluster looks up the new one.
    redisOptions: { ...redisOptions, reconnectOnError: ({ message }) => message.startsWith('READONLY') },
    clusterRetryStrategy: (times) => retryStrategy(times) ?? null,
    ...(lazyConnect !== undefined && { lazyConnect }),
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(enableAutoPipelining !== undefined && { enableAutoPipelining }),
    slotsRefreshTimeout: 3_000,
    // Managed clusters issue certificates for the announced names, so names must not be resolved first.
    ...(redisOptions.tls && { dnsLookup: (host, done) => done(null, host) }),
  };
}
