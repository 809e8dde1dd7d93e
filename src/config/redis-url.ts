import { ConfigError } from './env.js';

/** One server of several, any of which leads to the others. */
export interface RedisNode {
  host: string;
  port: number;
}

interface RedisLogin {
  username: string | undefined;
  password: string | undefined;
  tls: boolean;
}

/** Where a Redis is: one server, one that sentinels watch over, or a cluster. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | ({ kind: 'sentinel'; nodes: RedisNode[]; name: string } & RedisLogin)
  | ({ kind: 'cluster'; nodes: RedisNode[] } & RedisLogin);

const MULTI_NODE_URL = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([\w.-]+))?$/;
const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6_379 } as const;
const URL_EXAMPLES =
  'redis://user:password@host:6379, rediss://…, redis+sentinel://host:26379,host:26379/NAME or redis+cluster://host:6379,host:6379';

/** @throws ConfigError, which doesn't repeat the address: it may hold a password */
export function parseRedisUrl(text: string): RedisAddress {
  const many = MULTI_NODE_URL.exec(text);
  const address = many ? parseMultiNodeUrl(many) : parseServerUrl(text);
  if (!address) throw new ConfigError(`REDIS_URL is not an address such as ${URL_EXAMPLES}`);
  return address;
}

function parseServerUrl(text: string): RedisAddress | null {
  const url = URL.parse(text);
  return url && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname
    ? { kind: 'server', url: text }
    : null;
}

function parseMultiNodeUrl([
  ,
  scheme,
  kind,
  login = '',
  hosts = '',
  name,
]: RegExpExecArray): RedisAddress | null {
  const of = kind as keyof typeof DEFAULT_PORTS;
  const nodes = hosts.split(',').map((host) => parseNode(host, DEFAULT_PORTS[of]));
  const common = {
    nodes: nodes.filter((node) => node !== null),
    tls: scheme === 'rediss',
    ...parseLogin(login),
  };
  if (common.nodes.length < nodes.length) return null;
  if (of === 'cluster') return name === undefined ? { kind: of, ...common } : null;
  return name === undefined ? null : { kind: of, name, ...common };
}

function parseNode(text: string, port: number): RedisNode | null {
  const url = URL.parse(`http://${text}`);
  if (!url || url.host === '' || url.pathname !== '/') return null;
  // What parses a URL leaves out the port that is the scheme's own.
  const given = /:(\d+)$/.exec(text)?.[1];
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: given ? Number(given) : port };
}

function parseLogin(text: string): Pick<RedisLogin, 'username' | 'password'> {
  const at = text.indexOf(':');
  const [username, password] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
  return { username: decodePart(username), password: decodePart(password) };
}

function decodePart(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
