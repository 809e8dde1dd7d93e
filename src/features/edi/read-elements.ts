import { addDays, buildDay } from '../../domain/days.js';
import type { Segment } from '../../platform/x12/x12-segment.js';

/** Stores the value of a reference segment such as `N9*CN*1234` by its qualifier. A later one changes nothing. */
export function keepFirst(references: Map<string, string>, segment: Segment): void {
  const [qualifier, value] = [read(segment, 1), read(segment, 2)];
  if (qualifier !== null && value !== null && !references.has(qualifier)) references.set(qualifier, value);
}

/** Returns null for an absent or blank element. */
export function read({ elements }: Segment, element: number): string | null {
  return elements[element]?.trim() || null;
}

/** Reads CCYYMMDD. Returns null for a date that does not exist. */
export function toDate(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  if (!year) return null;
  const date = `${year}-${month}-${day}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null;
}

/** Returns true from two years before the receipt to one year after it. Other dates are typing errors. */
export function isPlausibleDate(date: string, receivedAt: Date): boolean {
  const [year, month, day] = receivedAt.toISOString().split(/[-T]/).map(Number) as [number, number, number];
  return date >= buildDay(year - 2, month, day) && date <= addDays(buildDay(year + 1, month, day), 1);
}
