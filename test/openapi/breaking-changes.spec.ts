import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';

const RELEASED = 'openapi/released/0.1.0.yaml';
const INSTALLING = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'lading-breaking-spec-'));

interface Schema {
  required: string[];
  properties: Record<string, Record<string, unknown>>;
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, Schema> };
}

function runBreakingCheck(files: string[], env = process.env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/openapi/breaking.mjs', ...files], {
    encoding: 'utf8',
    env,
  });
  return { status, lines: stdout.trim().split('\n').slice(0, -1), stderr: stderr.trim() };
}

/** Returns the command's output for a document with a change. */
function checkChange(change: (document: Document) => void, base = RELEASED) {
  const document = parse(readFileSync(base, 'utf8')) as Document;
  change(document);
  const file = join(folder, 'new.yaml');
  writeFileSync(file, stringify(document, { aliasDuplicateObjects: false }));
  return runBreakingCheck([base, file]);
}

afterAll(() => rmSync(folder, { recursive: true }));

describe('openapi:breaking', () => {
  const { status, stderr } = runBreakingCheck([RELEASED, RELEASED]);
  if (status === 2) process.stdout.write(`openapi:breaking is not tried here: ${stderr}\n`);
  const where = status === 2 ? it.skip : it;

  where(
    'names an operation that is gone',
    () => {
      const { status, lines } = checkChange(({ paths }) => delete paths['/api/v1/carriers/{id}']!.get);
      expect(lines).toEqual([expect.stringContaining('GET /api/v1/carriers/{id}: api removed')]);
      expect(status).toBe(1);
    },
    INSTALLING,
  );

  where('names an enum value and a field that are gone from answers', () => {
    const { status, lines } = checkChange(({ components: { schemas } }) => {
      (schemas.Customer!.properties.object!.enum as string[]).push('client');
      delete schemas.Carrier!.properties.scac;
      schemas.Carrier!.required = schemas.Carrier!.required.filter((name) => name !== 'scac');
      (schemas.Invoice!.properties.status!.enum as string[]).pop();
    });
    expect(lines).toContainEqual(
      expect.stringContaining('GET /api/v1/invoices: removed the `void` enum value'),
    );
    expect(lines).toContainEqual(
      expect.stringContaining('GET /api/v1/carriers/{id}: removed the required property `scac`'),
    );
    expect(lines.filter((line) => line.includes('client'))).toEqual([]);
    expect(status).toBe(1);
  });

  where('names a new required input and a narrower bound', () => {
    const { status, lines } = checkChange(({ components: { schemas } }) => {
      schemas.CreateWebhook!.required.push('description');
      schemas.CreateQuotes!.properties.items!.maxItems = 2;
    });
    expect(lines).toEqual([
      expect.stringContaining(
        "POST /api/v1/quotes: the `items` request property's maxItems was decreased to `2`",
      ),
      expect.stringContaining('POST /api/v1/webhooks: the request property `description` became required'),
    ]);
    expect(status).toBe(1);
  });

  where('names an event that is gone', () => {
    const { status, lines } = checkChange(({ webhooks }) => delete webhooks['bol.generated']);
    expect(lines).toEqual([expect.stringContaining('GET /events/bol.generated: api path removed')]);
    expect(status).toBe(1);
  });

  where('lets additions pass: an operation, an event, a field asked and answered, an enum value', () => {
    const { status, lines } = checkChange(({ paths, webhooks, components: { schemas } }) => {
      const list = paths['/api/v1/carriers']!.get as object;
      paths['/api/v1/depots'] = { get: { ...list, operationId: 'listDepots' } };
      webhooks['bol.voided'] = webhooks['bol.generated'];
      const note = { type: 'string', maxLength: 255, description: 'A note.' };
      for (const name of ['CreateWebhook', 'WebhookEndpoint', 'Quote']) schemas[name]!.properties.note = note;
      schemas.Quote!.required.push('note');
      (schemas.Invoice!.properties.status!.enum as string[]).push('disputed');
    });
    expect(lines).toEqual([]);
    expect(status).toBe(0);
  });

  where('lets a list filter accept more values, and names one that it accepts no longer', () => {
    const replaceValues = (from: string, to: string) =>
      checkChange(({ paths }) => {
        const { parameters } = paths['/api/v1/audit-log']!.get as {
          parameters: { name: string; schema: { pattern: string } }[];
        };
        const { schema } = parameters.find(({ name }) => name === 'action')!;
        schema.pattern = schema.pattern.replaceAll(from, to);
      }, 'openapi/openapi.yaml');
    expect(replaceValues('key[.]created', 'key[.]created|key[.]viewed')).toMatchObject({
      status: 0,
      lines: [],
    });
    const { status, lines } = replaceValues('key[.]created|', '');
    expect(lines).toEqual([expect.stringContaining('changed the pattern of the `query` request parameter')]);
    expect(status).toBe(1);
  });

  it('exits with 2 and the reason if it cannot compare', () => {
    const withoutGo = runBreakingCheck([], { ...process.env, PATH: folder });
    expect(withoutGo).toMatchObject({ status: 2, stderr: 'cannot compare: no go here' });
    expect(runBreakingCheck([RELEASED, join(folder, 'none.yaml')])).toMatchObject({ status: 2 });
    expect(runBreakingCheck([RELEASED]).stderr).toContain('usage');
  });
});
