const REDACTED = '[redacted]';
/** Every repetition has a bound, so that no text costs more than its length: a carrier writes what it likes. */
const SECRET_FIELD =
  /("[\w-]{0,50}(?:password|secret|token|api[_-]?key|authorization)[\w-]{0,50}\\{0,3}"\s{0,20}:\s{0,20})("(?:[^"\\]|\\[^])*(?:"|\\?$)|\\{1,3}"[^"\\]*\\{0,3}"?|[^\s,}\]"]+)/gi;
const SECRET_PARAMETER = /((?:^|[?&])[\w-]{0,50}(?:password|secret|token|api[_-]?key)[\w-]{0,50}=)[^&\s]*/gi;
const AUTHORIZATION = /\b(Basic|Bearer)\s{1,9}[\w+/=.~-]{8,}/gi;
/** Files travel as base64 inside of JSON. */
const LONG_VALUE = /"([^"\\\s]{80})[^"\\\s]{920,}"/g;
/** What of a file is looked through for secrets: of the rest nothing is kept. */
const MAX_FILE_SCAN = 2_000;
const SHORTENED = /"([^"\\\s]{80})[^"\\\s]{0,1930}(… \(\d{1,9} characters\)")/g;
/** How much of a text is looked through. */
const MAX_SCAN = 65_536;
const MAX_LENGTH = 16_384;
/** Shorter ones stand in many a word. */
const MIN_SECRET_LENGTH = 4;

/**
 * A request or an answer as it may be kept: without what calls itself a secret, without the account's secrets, whatever
 * form they were sent in, files cut to their beginning, 16 KiB at most.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = listEncodedForms(secrets);
  const whole = truncateFiles(text);
  const cut = whole.length > MAX_SCAN;
  // Names come first: an account's secret may be a word of one, and the field would be known no more.
  const unnamed = whole
    .slice(0, MAX_SCAN)
    .replace(SECRET_FIELD, `$1"${REDACTED}"`)
    .replace(SECRET_PARAMETER, `$1${REDACTED}`)
    .replace(AUTHORIZATION, `$1 ${REDACTED}`);
  const hidden = forms.reduce((kept, secret) => kept.replaceAll(secret, REDACTED), unnamed);
  const kept = (cut ? hidden.slice(0, hidden.length - (forms[0]?.length ?? 0)) : hidden)
    .replace(SHORTENED, '"$1$2')
    .replace(LONG_VALUE, (value, beginning: string) => `"${formatTruncated(beginning, value.length - 2)}"`);
  return cut || kept.length > MAX_LENGTH ? `${kept.slice(0, MAX_LENGTH)}…` : kept;
}

/** The text, or as much of it as is read, with the beginnings of its files. No pattern finds them: one of megabytes bursts the stack. */
function truncateFiles(text: string): string {
  let kept = '';
  for (let start = 0; start < text.length && kept.length <= MAX_SCAN;) {
    const quote = text.indexOf('"', start);
    const end = quote < 0 ? text.length : quote;
    const length = end - start;
    const isFile = length > 2 * MAX_FILE_SCAN && !/[\\\s]/.test(text.slice(start, end));
    kept += isFile
      ? formatTruncated(text.slice(start, start + MAX_FILE_SCAN), length)
      : text.slice(start, end);
    if (quote >= 0) kept += '"';
    start = end + 1;
  }
  return kept;
}

function formatTruncated(beginning: string, length: number): string {
  return `${beginning}… (${length} characters)`;
}

/** The longest first. */
function listEncodedForms(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
