/** The browser comes from the system or from @sparticuz/chromium; puppeteer itself downloads nothing. */
module.exports = { skipDownload: true };
