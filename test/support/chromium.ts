import puppeteer, { type Browser } from 'puppeteer';
import { resolveBundledChromium } from '../../src/platform/pdf/bundled-chromium.js';
import { launchChromium } from '../../src/platform/pdf/chromium.js';

/** The Chromium that prints the papers, but with a network: for pages of this machine, which need no sandbox. */
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
  // The one of the npm package needs a font, and on a slim machine libraries too.
  const { fontsConf, libraries } = await resolveBundledChromium();
  const env = { FONTCONFIG_FILE: fontsConf };
  return open(env).catch(() => open({ ...env, LD_LIBRARY_PATH: libraries }));
}
