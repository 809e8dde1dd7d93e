const namesByText = new Map<string, string>();

/** PostgreSQL cuts statement names at 63 bytes, so each text gets a number; the number of texts is small and fixed. */
export function toStatementName(text: string): string {
  let name = namesByText.get(text);
  if (name === undefined) namesByText.set(text, (name = `owned_${namesByText.size}`));
  return name;
}
