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
    [
      'the fields of a JSON text inside of JSON',
      '{"said":"{\\"token\\":\\"abcdef\\"}"}',
      '{"said":"{\\"token\\":"[redacted]"}"}',
    ],
    [
      'a token whose field has a setting in its name',
      '{"access_token":"ODFLLIVE","p4ss&word":1}',
      '{"access_token":"[redacted]","[redacted]":1}',
    ],
    [
      'a user and password in base64',
      '{"echo":"Authorization: Basic YW5uOnA0c3Mmd29yZA=="}',
      '{"echo":"Authorization: Basic [redacted]"}',
    ],
    ['a bearer token', 'bearer eyJhbGciOi.J9-_x~+/=', 'bearer [redacted]'],
    ['a secret that the end cuts', '{"token":"abc\\', '{"token":"[redacted]"'],
    ['nothing else', '{"class":"92.5","amt":436.71}', '{"class":"92.5","amt":436.71}'],
  ])('has %s hidden', (_name, text, kept) => {
    expect(redact(text, ['p4ss&word', 'x'])).toBe(kept);
  });

  it('is without a secret that is a word of a field’s name', () => {
    expect(redact('{"access_token":"ODFLLIVE"}', ['token'])).toBe('{"access_[redacted]":"[redacted]"}');
  });

  it('keeps what stands after a file', () => {
    const file = 'JVBERi0x'.repeat(100_000);
    expect(redact(`{"bol":"${file}","token":"abc","pro":"0123"}`, [])).toBe(
      `{"bol":"${file.slice(0, 80)}… (800000 characters)","token":"[redacted]","pro":"0123"}`,
    );
  });

  it('has no half of a secret where it is cut', () => {
    const secret = 'half-of-a-secret';
    for (let cut = 1; cut < secret.length; cut++) {
      const start = '{"token":"';
      const text = `${start}${'x '.repeat(32_000)}",`;
      const filled = text + 'y'.repeat(65_536 - text.length - cut) + secret + 'z'.repeat(9);
      expect(redact(filled, [secret])).not.toMatch(/yh/);
    }
  });

  // Each of these once held the process for minutes, or burst the stack.
  it.each([
    ['a name without end', `"${'token'.repeat(200_000)}`],
    ['names without values', '"token'.repeat(170_000)],
    ['a parameter without end', `?${'token'.repeat(200_000)}`],
    ['parameters without values', '?token-'.repeat(140_000)],
    ['lines in a secret', `{"token":"${'a\n'.repeat(5_000_000)}"}`],
    ['escapes in a secret', `{"token":"${'\\"'.repeat(5_000_000)}"}`],
    ['quotes', '"'.repeat(1_000_000)],
    ['spaces after a name', `"token"${' '.repeat(1_000_000)}`],
    ['escaped names', '"token\\":\\"'.repeat(100_000)],
    ['authorizations', 'Bearer   '.repeat(100_000)],
    ['values nearly long', `"${'x'.repeat(3_999)} `.repeat(250)],
    ['a file without end', `"${'x'.repeat(15_000_000)}`],
  ])('is read to its end: %s', (_name, text) => {
    expect(redact(text, ['a-secret', 'token']).length).toBeLessThan(16_500);
  });

  it('has an end for whatever a carrier writes', () => {
    const words = ['"', '\\', ':', 'token', 'password', 'Bearer ', '=', '&', '?', ' ', '\n', 'a', '{', ','];
    let seed = 1;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 20; round++) {
      const some = Array.from({ length: 1 + (next() % 6) }, () => words[next() % words.length]!);
      const text = Array.from({ length: 100_000 }, () => some[next() % some.length]!).join('');
      expect(redact(text, ['a-secret']).length).toBeLessThan(16_500);
    }
  });

  it('has files cut, and an end', () => {
    const file = 'JVBERi0x'.repeat(200);
    expect(redact(JSON.stringify({ BolDocument: file }), [])).toBe(
      `{"BolDocument":"${file.slice(0, 80)}… (1600 characters)"}`,
    );
    expect(redact('a '.repeat(20_000), []).length).toBeLessThan(16_500);
  });
});
