import type { Kind } from './env.js';

export interface RedisNode {
  host: string;
  port: number;
}

interface RedisLogin {
  username: string | undefined;
  password: string | undefined;
  tls: boolean;
}

export type RedisAddress =
  | { kind: 'server'; url: string }
  | ({ kind: 'sentinel'; nodes: RedisNode[]; name: string } & RedisLogin)
  | ({ kind: 'cluster'; nodes: RedisNode[] } & RedisLogin);

const MULTI_NODE_URL = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([\w.-]+))?$/;
const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6_379 } as const;
const URL_EXAMPLES =
  'redis://user:password@host:6379, rediss://…, redis+sentinel://host:26379,host:26379/NAME or redis+cluster://host:6379,host:6379';

export const redisUrl: Kind<RedisAddress> = {
  values: `a URL such as ${URL_EXAMPLES}`,
  secret: true,
  parse(text, fail) {
    const multiNode = MULTI_NODE_URL.exec(text);
    return (multiNode ? parseMultiNodeUrl(multiNode) : parseServerUrl(text)) ?? fail();
  },
};

function parseServerUrl(text: string): RedisAddress | null {
  const url = URL.parse(text);
  return url && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname
    ? { kind: 'server', url: text }
    : null;
}

function parseMultiNodeUrl(match: RegExpExecArray): RedisAddress | null {
  const [, scheme, kindText, login = '', hosts = '', name] = match;
  const kind = kindText as keyof typeof DEFAULT_PORTS;
  const nodes = hosts.split(',').map((host) => parseNode(host, DEFAULT_PORTS[kind]));
  const common = {
    nodes: nodes.filter((node) => node !== null),
    tls: scheme === 'rediss',
    ...parseLogin(login),
  };
  if (common.nodes.length < nodes.length) return null;
  if (kind === 'cluster') return name === undefined ? { kind, ...common } : null;
  return name === undefined ? null : { kind, name, ...common };
}

function parseNode(text: string, port: number): RedisNode | null {
  const url = URL.parse(`http://${text}`);
  if (!url || url.host === '' || url.pathname !== '/') return null;
  // URL parsing drops the scheme's default port.
  const explicitPort = /:(\d+)$/.exec(text)?.[1];
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: explicitPort ? Number(explicitPort) : port };
}

function parseLogin(text: string): Pick<RedisLogin, 'username' | 'password'> {
  const colon = text.indexOf(':');
  const [username, password] = colon < 0 ? ['', text] : [text.slice(0, colon), text.slice(colon + 1)];
  return { username: decodePart(username), password: decodePart(password) };
}

function decodePart(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
