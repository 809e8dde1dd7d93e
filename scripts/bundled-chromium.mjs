/**
 * Prints the path of a program that starts the Chromium of the npm package, for `CHROMIUM_PATH` on machines where an
 * installed Chromium comes first. Exits with 2 where the package has no Chromium for this platform.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import '../test/support/run-source.mjs';

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('skipped: @sparticuz/chromium has a build for Linux on x64 only.');
  process.exit(2);
}
const { resolveBundledChromium } = await import('../src/platform/pdf/bundled-chromium.ts');
const { executablePath, fontsConf, libraries } = await resolveBundledChromium();
const program = join(dirname(executablePath), 'chromium-with-fonts');
// The machine's libraries come first, because those of the package need glibc 2.34.
writeFileSync(
  program,
  `#!/bin/sh
export FONTCONFIG_FILE=${fontsConf}
"${executablePath}" --version >/dev/null 2>&1 || export LD_LIBRARY_PATH=${libraries}
exec "${executablePath}" "$@"
`,
);
chmodSync(program, 0o755);
console.log(program);
