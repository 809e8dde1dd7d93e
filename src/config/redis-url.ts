import { ConfigError } from './env.js';

/** One server of several, any of which leads to the others. */
export interface RedisNode {
  host: string;
  port: number;
}

interface Login {
  username: string | undefined;
  password: string | undefined;
  tls: boolean;
}

/** Where a Redis is: one server, one that sentinels watch over, or a cluster. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | ({ kind: 'sentinel'; nodes: RedisNode[]; name: string } & Login)
  | ({ kind: 'cluster'; nodes: RedisNode[] } & Login);

const MANY = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([\w.-]+))?$/;
const PORTS = { sentinel: 26_379, cluster: 6_379 } as const;
const FORMS =
  'redis://user:password@host:6379, rediss://…, redis+sentinel://host:26379,host:26379/NAME or redis+cluster://host:6379,host:6379';

/** @throws ConfigError, which doesn't repeat the address: it may hold a password */
export function redisAddress(text: string): RedisAddress {
  const many = MANY.exec(text);
  const address = many ? addressOf(many) : serverOf(text);
  if (!address) throw new ConfigError(`REDIS_URL is not an address such as ${FORMS}`);
  return address;
}

function serverOf(text: string): RedisAddress | null {
  const url = URL.parse(text);
  return url && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname
    ? { kind: 'server', url: text }
    : null;
}

function addressOf([, scheme, kind, login = '', hosts = '', name]: RegExpExecArray): RedisAddress | null {
  const of = kind as keyof typeof PORTS;
  const nodes = hosts.split(',').map((host) => nodeOf(host, PORTS[of]));
  const common = {
    nodes: nodes.filter((node) => node !== null),
    tls: scheme === 'rediss',
    ...loginOf(login),
  };
  if (common.nodes.length < nodes.length) return null;
  if (of === 'cluster') return name === undefined ? { kind: of, ...common } : null;
  return name === undefined ? null : { kind: of, name, ...common };
}

function nodeOf(text: string, port: number): RedisNode | null {
  const url = URL.parse(`http://${text}`);
  if (!url || url.host === '' || url.pathname !== '/') return null;
  // What parses a URL leaves out the port that is the scheme's own.
  const given = /:(\d+)$/.exec(text)?.[1];
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: given ? Number(given) : port };
}

function loginOf(text: string): Pick<Login, 'username' | 'password'> {
  const at = text.indexOf(':');
  const [username, password] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
  return { username: plain(username), password: plain(password) };
}

function plain(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
