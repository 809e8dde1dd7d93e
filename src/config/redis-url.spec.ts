import { describe, expect, it } from '@jest/globals';
import { parseValue } from './env.js';
import { redisUrl, type RedisAddress } from './redis-url.js';

const parseRedisUrl = (text: string): RedisAddress => parseValue(redisUrl, text, 'REDIS_URL');

const nobody = { username: undefined, password: undefined, tls: false };

describe('parseRedisUrl', () => {
  it.each([
    ['redis://localhost', { kind: 'server', url: 'redis://localhost' }],
    ['rediss://u:p@h:6380/2', { kind: 'server', url: 'rediss://u:p@h:6380/2' }],
    [
      'redis+sentinel://a:1,b/leader',
      {
        kind: 'sentinel',
        name: 'leader',
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 26_379 },
        ],
        ...nobody,
      },
    ],
    [
      'rediss+cluster://me:p%40ss:word@[::1]:80,10.0.0.2',
      {
        kind: 'cluster',
        nodes: [
          { host: '::1', port: 80 },
          { host: '10.0.0.2', port: 6_379 },
        ],
        username: 'me',
        password: 'p@ss:word',
        tls: true,
      },
    ],
    [
      'redis+cluster://secret@a',
      { kind: 'cluster', nodes: [{ host: 'a', port: 6_379 }], ...nobody, password: 'secret' },
    ],
  ])('parses %s', (text, address) => expect(parseRedisUrl(text)).toEqual(address));

  it.each([
    'http://secret@host',
    'redis://',
    'redis+sentinel://secret@a:1,b:2',
    'redis+cluster://secret@a:1/name',
    'redis+cluster://secret@a:1,,b:2',
    'redis+cluster://secret@a:123456',
    'redis+sentinel://',
  ])('rejects %s without repeating its password', (text) => {
    expect(() => parseRedisUrl(text)).toThrow(/^REDIS_URL is not a URL/);
    expect(() => parseRedisUrl(text)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });
});
