import { describe, expect, it } from '@jest/globals';
import { IsOptional, validateSync } from 'class-validator';
import { HeaderName } from './setting.js';

class Settings {
  @IsOptional()
  @HeaderName()
  header?: unknown;
}

const faults = (header: unknown) => validateSync(Object.assign(new Settings(), { header })).length;

describe('the header name of an API key', () => {
  it.each(['apikey', 'X-Api-Key', 'x_key', 'Hosts', undefined])('accepts %s', (name) => {
    expect(faults(name)).toBe(0);
  });

  it.each([
    'Host',
    'CONTENT-LENGTH',
    'Transfer-Encoding',
    'connection',
    'te',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'Content-Type',
    'authorization',
    'Cookie',
    'a b',
    'a\r\nHost',
    '',
    1,
  ])('rejects %j', (name) => {
    expect(faults(name)).toBe(1);
  });
});
