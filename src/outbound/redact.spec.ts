import { describe, expect, it } from '@jest/globals';
import { redact } from './redact.js';

describe('what is kept of a call', () => {
  it.each([
    ['a secret as it is', '{"user":"ann","note":"p4ss&word"}', '{"user":"ann","note":"[redacted]"}'],
    ['a secret in a form', 'username=ann&pin=p4ss%26word', 'username=ann&pin=[redacted]'],
    ['a secret in base64', 'Basic cDRzcyZ3b3Jk', 'Basic [redacted]'],
    [
      'what calls itself one',
      '{"access_token":"abc","expires_in":9,"apiKey": "x y"}',
      '{"access_token":"[redacted]","expires_in":9,"apiKey": "[redacted]"}',
    ],
    ['one that isn’t text', '{"token":12345,"a":1}', '{"token":"[redacted]","a":1}'],
    ['one with a quote in it', '{"password":"a\\"b","a":1}', '{"password":"[redacted]","a":1}'],
    [
      'a parameter',
      'grant_type=password&client_secret=abc&a=b',
      'grant_type=password&client_secret=[redacted]&a=b',
    ],
    ['nothing else', '{"class":"92.5","amt":436.71}', '{"class":"92.5","amt":436.71}'],
  ])('has %s hidden', (_name, text, kept) => {
    expect(redact(text, ['p4ss&word', 'x'])).toBe(kept);
  });

  it('has files cut, and an end', () => {
    const file = 'JVBERi0x'.repeat(200);
    expect(redact(JSON.stringify({ BolDocument: file }), [])).toBe(
      `{"BolDocument":"${file.slice(0, 80)}… (1600 characters)"}`,
    );
    expect(redact('a '.repeat(20_000), []).length).toBeLessThan(16_500);
  });
});
