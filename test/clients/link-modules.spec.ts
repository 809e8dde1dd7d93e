import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { linkModules } from '../../scripts/clients/languages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lading-clients-spec-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** The folder is a cache that outlives checkouts. */
it('generated clients compile with the modules of this checkout, even after another one was linked', () => {
  symlinkSync('/gone/with/another/checkout', join(folder, 'node_modules'));
  linkModules(folder);
  linkModules(folder);
  expect(readlinkSync(join(folder, 'node_modules'))).toBe(resolve('node_modules'));
});
