import { describe, expect, it } from '@jest/globals';
import { redact } from './redact.js';

describe('redact', () => {
  it.each([
    ['a secret in plain text', '{"user":"ann","note":"p4ss&word"}', '{"user":"ann","note":"[redacted]"}'],
    ['a secret in a form', 'username=ann&pin=p4ss%26word', 'username=ann&pin=[redacted]'],
    ['a secret with a space in a form', 'street=12+Elm+St+%282%29&zip=1', 'street=[redacted]&zip=1'],
    ['a secret in base64', 'Basic cDRzcyZ3b3Jk', 'Basic [redacted]'],
    [
      'the value of a field named like a secret',
      '{"access_token":"abc","expires_in":9,"apiKey": "x y"}',
      '{"access_token":"[redacted]","expires_in":9,"apiKey": "[redacted]"}',
    ],
    ['a secret that is a number', '{"token":12345,"a":1}', '{"token":"[redacted]","a":1}'],
    ['a secret with an escaped quote', '{"password":"a\\"b","a":1}', '{"password":"[redacted]","a":1}'],
    [
      'a form parameter named like a secret',
      'grant_type=password&client_secret=abc&a=b',
      'grant_type=password&client_secret=[redacted]&a=b',
    ],
    [
      'secret fields in nested JSON text',
      '{"said":"{\\"token\\":\\"abcdef\\"}"}',
      '{"said":"{\\"token\\":"[redacted]"}"}',
    ],
    [
      'a token next to a field named like a secret',
      '{"access_token":"ODFLLIVE","p4ss&word":1}',
      '{"access_token":"[redacted]","[redacted]":1}',
    ],
    [
      'a user and password in base64',
      '{"echo":"Authorization: Basic YW5uOnA0c3Mmd29yZA=="}',
      '{"echo":"Authorization: Basic [redacted]"}',
    ],
    ['a bearer token', 'bearer eyJhbGciOi.J9-_x~+/=', 'bearer [redacted]'],
    ['a secret in XML', '<User>p4ss&amp;word</User>', '<User>[redacted]</User>'],
    [
      'an XML element named like a secret',
      '<Create><UserPassword>abc</UserPassword><s:Token>x y</s:Token><Zip>1</Zip></Create>',
      '<Create><UserPassword>[redacted]</UserPassword><s:Token>[redacted]</s:Token><Zip>1</Zip></Create>',
    ],
    ['a truncated secret', '{"token":"abc\\', '{"token":"[redacted]"'],
    ['no other numbers', '{"class":"92.5","amt":436.71}', '{"class":"92.5","amt":436.71}'],
  ])('hides %s', (_name, text, kept) => {
    expect(redact(text, ['p4ss&word', '12 Elm St (2)', 'x'])).toBe(kept);
  });

  it('hides a secret that is part of a field name', () => {
    expect(redact('{"access_token":"ODFLLIVE"}', ['token'])).toBe('{"access_[redacted]":"[redacted]"}');
  });

  it('keeps the text after a long file', () => {
    const file = 'JVBERi0x'.repeat(100_000);
    expect(redact(`{"bol":"${file}","token":"abc","pro":"0123"}`, [])).toBe(
      `{"bol":"${file.slice(0, 80)}… (800000 characters)","token":"[redacted]","pro":"0123"}`,
    );
  });

  it('never leaves part of a secret at the cut', () => {
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
  ])('limits the length of %s', (_name, text) => {
    expect(redact(text, ['a-secret', 'token']).length).toBeLessThan(16_500);
  });

  it('limits the length of any text from a carrier', () => {
    const words = ['"', '\\', ':', 'token', 'password', 'Bearer ', '=', '&', '?', ' ', '\n', 'a', '{', ','];
    let seed = 1;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 20; round++) {
      const some = Array.from({ length: 1 + (next() % 6) }, () => words[next() % words.length]!);
      const text = Array.from({ length: 100_000 }, () => some[next() % some.length]!).join('');
      expect(redact(text, ['a-secret']).length).toBeLessThan(16_500);
    }
  });

  it('shortens files and limits the length of the rest', () => {
    const file = 'JVBERi0x'.repeat(200);
    expect(redact(JSON.stringify({ BolDocument: file }), [])).toBe(
      `{"BolDocument":"${file.slice(0, 80)}… (1600 characters)"}`,
    );
    expect(redact('a '.repeat(20_000), []).length).toBeLessThan(16_500);
  });
});
