const HIDDEN = '[redacted]';
const SECRET_FIELD =
  /("[\w-]*(?:password|secret|token|api[_-]?key|authorization)[\w-]*"\s*:\s*)("(?:[^"\\]|\\.)*"|[^\s,}\]]+)/gi;
const SECRET_PARAMETER = /((?:^|[?&])[\w-]*(?:password|secret|token|api[_-]?key)[\w-]*=)[^&\s]*/gi;
/** Files travel as base64 inside of JSON. */
const LONG_VALUE = /"([^"\\\s]{80})[^"\\\s]{920,}"/g;
const MAX_LENGTH = 16_384;
/** Shorter ones stand in many a word. */
const LEAST_SECRET = 4;

/**
 * A request or an answer as it may be kept: without the account's secrets, whatever form they were sent in, without what
 * calls itself one, files cut to their beginning, 16 KiB at most.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const hidden = formsOf(secrets).reduce((kept, secret) => kept.replaceAll(secret, HIDDEN), text);
  const kept = hidden
    .replace(SECRET_FIELD, `$1"${HIDDEN}"`)
    .replace(SECRET_PARAMETER, `$1${HIDDEN}`)
    .replace(LONG_VALUE, (value, beginning: string) => `"${beginning}… (${value.length - 2} characters)"`);
  return kept.length > MAX_LENGTH ? `${kept.slice(0, MAX_LENGTH)}…` : kept;
}

function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= LEAST_SECRET)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
