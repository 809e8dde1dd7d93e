import puppeteer, { type Browser } from 'puppeteer';
import { resolveBundledChromium } from '../../src/platform/pdf/bundled-chromium.js';
import { launchChromium } from '../../src/platform/pdf/chromium.js';

/** Opens the Chromium that prints PDFs, with network access. The pages are local and need no sandbox. */
export async function openBrowser(): Promise<Browser> {
  const printer = await launchChromium(process.env.CHROMIUM_PATH);
  const { executablePath } = printer;
  await printer.stop();
  const open = (env: Record<string, string>) =>
    puppeteer.launch({
      executablePath,
      headless: 'shell',
      pipe: true,
      args: ['--no-sandbox', '--no-proxy-server', '--disable-gpu', '--in-process-gpu'],
      env: { ...process.env, ...env },
    });
  if (!executablePath.includes('lading-chromium-')) return open({});
  // The Chromium of the npm package needs a font and, on a slim machine, libraries.
  const { fontsConf, libraries } = await resolveBundledChromium();
  const env = { FONTCONFIG_FILE: fontsConf };
  return open(env).catch(() => open({ ...env, LD_LIBRARY_PATH: libraries }));
}
