const names = new Map<string, string>();

/** PostgreSQL cuts statement names at 63 bytes, so each text gets a number; the number of texts is small and fixed. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `owned_${names.size}`));
  return name;
}
