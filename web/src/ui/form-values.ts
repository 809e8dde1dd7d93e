export type FormValue = string | boolean;
export type FormValues = Record<string, FormValue>;

export interface FormField {
  /** Where it stands in the record: `address.city`. */
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'number'
    | 'money'
    | 'choice'
    | 'check'
    | 'area'
    | 'date'
    | 'time'
    | 'email'
    | 'password'
    | 'list';
  choices?: { value: string; label: string }[];
  required?: boolean;
  hint?: string;
  /** Sixths of the form's width; 3. */
  width?: number;
}

type Tree = { [name: string]: unknown };

function getPath(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Tree | null | undefined)?.[name], record);
}

/** A record's values as a form shows them. */
export function toFormValues(fields: FormField[], record: unknown): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const value = getPath(record, field.name);
      if (field.kind === 'check') return [field.name, value === true];
      if (value == null) return [field.name, ''];
      if (field.kind === 'money') return [field.name, (Number(value) / 100).toFixed(2)];
      if (field.kind === 'list') return [field.name, (value as unknown[]).join(', ')];
      return [field.name, String(value)];
    }),
  );
}

/**
 * What a form holds as a request. What was emptied is null, so that it is cleared; what was empty and is so still is
 * left out, and so is a group nothing of which was filled.
 */
export function toRequestBody(fields: FormField[], values: FormValues, record?: unknown): Tree {
  const body: Tree = {};
  for (const field of fields) {
    const value = parseValue(field, values[field.name]);
    const before = getPath(record, field.name);
    if (value === null && before == null) continue;
    const path = field.name.split('.');
    let inner = body;
    for (const name of path.slice(0, -1)) inner = (inner[name] ??= {}) as Tree;
    inner[path.at(-1)!] = value;
  }
  for (const [name, group] of Object.entries(body)) if (isEmptyGroup(group)) body[name] = null;
  return body;
}

function isEmptyGroup(group: unknown): boolean {
  return (
    typeof group === 'object' &&
    group !== null &&
    !Array.isArray(group) &&
    Object.values(group).every((value) => value === null)
  );
}

function parseValue({ kind }: FormField, value: FormValue | undefined): unknown {
  if (typeof value === 'boolean') return value;
  const text = (value ?? '').trim();
  if (text === '') return null;
  // What is no number goes as it is: the service says what is wrong with it.
  if (kind === 'number') return toNumberOrText(text);
  if (kind === 'money') return parseCents(text);
  if (kind === 'list')
    return text
      .split(/[,\s]+/)
      .map((one) => one.trim())
      .filter(Boolean);
  return text;
}

export function toNumberOrText(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : Number(text);
}

const DOLLARS = /^-?\$? ?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/;

/** Dollars as they are written here, e.g. `1,234.56`. Anything else stays a text, which the service refuses: `4,50` is no 450. */
export function parseCents(text: string): number | string {
  const written = text.trim();
  return DOLLARS.test(written) ? Math.round(Number(written.replace(/[$, ]/g, '')) * 100) : text;
}
