/**
 * Checks the committed document against Spectral's OpenAPI rules, hints included. Reports if Spectral is unavailable.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotInstalled, npmTool } from '../support/external-tools.mjs';

const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

try {
  const folder = npmTool([SPECTRAL]);
  const rules = mkdtempSync(join(tmpdir(), 'lading-spectral-'));
  const ruleset = join(rules, 'ruleset.yaml');
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
  const program = join(folder, 'node_modules/@stoplight/spectral-cli/dist/index.js');
  const { status } = spawnSync(
    process.execPath,
    [program, 'lint', 'openapi/openapi.yaml', '--ruleset', ruleset, '--fail-severity', 'hint'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  rmSync(rules, { recursive: true, force: true });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof NotInstalled)) throw error;
  console.log(`Spectral is skipped: ${error.message}`);
}
