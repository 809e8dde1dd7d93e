import { describe, expect, it } from '@jest/globals';
import { collectAccountSecrets } from './settings-schema.js';
import { EbolSettings } from './adapters/ebol/ebol.settings.js';
import { Setting } from './setting.js';

class Inner {
  @Setting('A number that nobody may know.', { secret: true })
  pin: string;

  @Setting('A place.')
  dock: string;
}

class Outer {
  @Setting('More of it.')
  inner: Inner;
}

describe('collectAccountSecrets', () => {
  it('returns secrets, user names and account numbers, but no paths or options', () => {
    const settings = {
      base_url: 'https://api.odfl.com',
      auth: 'token',
      username: 'ann',
      password: 'p4ssword',
      create_path: 'bol/v1/app/',
      account: '1234567',
    };
    expect(collectAccountSecrets(EbolSettings, settings)).toEqual(['ann', 'p4ssword', '1234567']);
  });

  it('returns nested secrets, found by decorator or by field name', () => {
    expect(collectAccountSecrets(Outer, { inner: { pin: '4711', dock: 'B' } })).toEqual(['4711']);
    expect(collectAccountSecrets(Outer, { more: { api_key: 'k', keys: 1, dock: 'B' } })).toEqual(['k']);
    expect(
      collectAccountSecrets(Outer, { tokens: ['a'], token: { value: 'b', all: ['c', 1, null] } }),
    ).toEqual(['b', 'c']);
  });
});
