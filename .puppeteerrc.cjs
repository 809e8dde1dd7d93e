const { existsSync } = require('node:fs');

/**
 * On Linux the browser comes from the system or from @sparticuz/chromium; puppeteer downloads one only onto a Mac
 * without Chrome.
 */
module.exports = {
  skipDownload: process.platform !== 'darwin' || existsSync('/Applications/Google Chrome.app'),
  chrome: { skipDownload: true },
};
