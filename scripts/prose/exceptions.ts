/** A flagged sentence. */
export interface Finding {
  area: string;
  path: string;
  line: number | string;
  text: string;
  rules: string[];
}

/** The content of exceptions.json. */
export interface Exceptions {
  /** How many flagged sentences an area may have, besides those in `sentences`. */
  ceilings: Record<string, { max: number; reason: string }>;
  sentences: { area: string; starts: string; reason: string }[];
}

/**
 * Applies the exceptions to the findings.
 *
 * @param findings one per flagged sentence and area
 * @returns `open`: findings without an exception. `stale`: exceptions that match no finding. `lower`: ceilings above the
 * count.
 */
export function applyExceptions(findings: Finding[], { ceilings, sentences }: Exceptions) {
  const used = new Set<Exceptions['sentences'][number]>();
  const rest = findings.filter(({ area, text }) => {
    const exception = sentences.find((one) => one.area === area && text.startsWith(one.starts));
    if (exception) used.add(exception);
    return !exception;
  });
  const counts = Object.groupBy(rest, ({ area }) => area);
  const stale = sentences
    .filter((one) => !used.has(one))
    .map(({ area, starts }) => `${area}: no flagged sentence starts with "${starts}"`);
  const lower = Object.entries(ceilings)
    .filter(([area, { max }]) => (counts[area]?.length ?? 0) < max)
    .map(([area, { max }]) => `${area}: ${max} to ${counts[area]?.length ?? 0}`);
  const open = rest.filter(({ area }) => counts[area]!.length > (ceilings[area]?.max ?? 0));
  return { open, stale, lower };
}
