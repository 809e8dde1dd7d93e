import { describe, expect, it } from '@jest/globals';
import { toStatementSpanName } from './app-pg-client.js';

describe('toStatementSpanName', () => {
  it.each([
    ['SELECT id FROM freight WHERE id = $1', 'SELECT freight'],
    ['  insert into "quotes" ("id") VALUES ($1)', 'INSERT quotes'],
    ['UPDATE webhook_deliveries d SET status = $1', 'UPDATE webhook_deliveries'],
    ['WITH due AS (SELECT 1 FROM mails) SELECT 1', 'WITH mails'],
    ['START TRANSACTION', 'START'],
    ['', 'query'],
  ])('%j is %s', (text, name) => expect(toStatementSpanName(text)).toBe(name));

  it('returns the name of a prepared statement', () =>
    expect(toStatementSpanName({ name: 'webhook_claim', text: 'SELECT 1 FROM a' })).toBe('webhook_claim'));
});
