import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const EXAMPLE = 'examples/acme';

describe('docs/how-to/extending.md', () => {
  const snippets = [...readFileSync('docs/how-to/extending.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code!,
  );
  const sources = readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/node_modules|^dist/.test(file))
    .map((file) => readFileSync(`${EXAMPLE}/${file}`, 'utf8'));

  it('shows code', () => expect(snippets.length).toBeGreaterThan(10));

  it('shows nothing that the example does not have word for word', () => {
    expect(snippets.filter((code) => !sources.some((source) => source.includes(code)))).toEqual([]);
  });
});
