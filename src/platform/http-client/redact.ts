import { escapeXml } from './xml.js';

const REDACTED = '[redacted]';
// Every repetition is bounded, so matching takes linear time on any text.
const SECRET_FIELD =
  /("[\w-]{0,50}(?:password|secret|token|api[_-]?key|authorization)[\w-]{0,50}\\{0,3}"\s{0,20}:\s{0,20})("(?:[^"\\]|\\[^])*(?:"|\\?$)|\\{1,3}"[^"\\]*\\{0,3}"?|[^\s,}\]"]+)/gi;
const SECRET_PARAMETER = /((?:^|[?&])[\w-]{0,50}(?:password|secret|token|api[_-]?key)[\w-]{0,50}=)[^&\s]*/gi;
const SECRET_ELEMENT =
  /(<(?:[\w.-]{1,50}:)?[\w.-]{0,50}(?:password|secret|token|api[_-]?key)[\w.-]{0,50}>)[^<]*/gi;
const AUTHORIZATION = /\b(Basic|Bearer)\s{1,9}[\w+/=.~-]{8,}/gi;
const LONG_VALUE = /"([^"\\\s]{80})[^"\\\s]{920,}"/g;
/** Characters of a file that are searched for secrets; the rest is discarded. */
const MAX_FILE_SCAN = 2_000;
const SHORTENED = /"([^"\\\s]{80})[^"\\\s]{0,1930}(… \(\d{1,9} characters\)")/g;
const MAX_SCAN = 65_536;
const MAX_LENGTH = 16_384;
/** Shorter secrets occur within ordinary words. */
const MIN_SECRET_LENGTH = 4;

/**
 * Returns a request or response as it may be stored, 16 KiB at most. Removes fields with names of secrets and the given
 * secrets in every encoding, and truncates files.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = listEncodedForms(secrets);
  const searched = truncateFiles(text);
  const isCut = searched.length > MAX_SCAN;
  // Names first: replacing an account's secret could change a field name.
  const withoutNamed = searched
    .slice(0, MAX_SCAN)
    .replace(SECRET_FIELD, `$1"${REDACTED}"`)
    .replace(SECRET_PARAMETER, `$1${REDACTED}`)
    .replace(SECRET_ELEMENT, `$1${REDACTED}`)
    .replace(AUTHORIZATION, `$1 ${REDACTED}`);
  const hidden = forms.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), withoutNamed);
  // The cut may have left the start of a secret at the end.
  const result = (isCut ? hidden.slice(0, hidden.length - (forms[0]?.length ?? 0)) : hidden)
    .replace(SHORTENED, '"$1$2')
    .replace(LONG_VALUE, (value, beginning: string) => `"${formatTruncated(beginning, value.length - 2)}"`);
  return isCut || result.length > MAX_LENGTH ? `${result.slice(0, MAX_LENGTH)}…` : result;
}

/**
 * Truncates files within the part of the text that is searched. Uses no regular expression, because one over megabytes
 * overflows the stack.
 */
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

/** Returns each secret of at least four characters in every encoding, longest first. */
export function listEncodedForms(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      String(new URLSearchParams({ x: secret })).slice(2),
      String(new URLSearchParams([['', secret]])).slice(1),
      escapeXml(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
