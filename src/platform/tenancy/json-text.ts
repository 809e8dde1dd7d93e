import { randomUUID } from 'node:crypto';

/** Shorter lists are written again as quickly as they are looked up. */
const LONG_LIST = 50;
/** Stands for a list meanwhile; nobody who sends text can know it. */
const PLACEHOLDER = randomUUID();
const PLACEHOLDERS = new RegExp(`"${PLACEHOLDER} (\\d+)"`, 'g');

/** `JSON.stringify`, but for long lists that stand in several places, as the 500 lines of a request in each of its quotes: each is written once. */
export function toJsonText(value: object): string {
  const texts: string[] = [];
  const marks = new Map<unknown, string>();
  const text = JSON.stringify(value, (_key, child: unknown) => {
    if (!Array.isArray(child) || child.length < LONG_LIST) return child;
    let mark = marks.get(child);
    if (!mark) marks.set(child, (mark = `${PLACEHOLDER} ${texts.push(JSON.stringify(child)) - 1}`));
    return mark;
  });
  return texts.length > 0
    ? text.replace(PLACEHOLDERS, (_mark, index: string) => texts[Number(index)]!)
    : text;
}
