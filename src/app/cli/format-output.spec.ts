import { describe, expect, it } from '@jest/globals';
import { formatOutput } from './format-output.js';

describe('formatOutput', () => {
  it('writes fields of nested objects with their full names, and a dash for an empty list', () => {
    const result = { id: 3, supports: { modes: ['test', 'live'], documents: [] }, error: null };
    expect(formatOutput(result, false)).toBe(
      'id                  3\nsupports.modes      test, live\nsupports.documents  –\nerror               –\n',
    );
  });

  it('writes a table for a list of objects, and a sentence for an empty list', () => {
    expect(formatOutput({ connections: [{ id: 1, scac: 'ABCD' }] }, false)).toMatch(/^id +scac\n1 +ABCD\n$/);
    expect(formatOutput({ api_keys: [] }, false)).toBe('No api keys.\n');
  });
});
