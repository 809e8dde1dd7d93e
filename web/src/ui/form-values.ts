export type FormValue = string | boolean | string[];
/** The values of a form, nested like the record that they come from. */
export interface FormValues {
  [name: string]: FormValue | FormValues | FormValues[];
}

export interface FormField {
  /** The path of the value in the record: `address.city`. */
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'number'
    | 'money'
    | 'choice'
    | 'choices'
    | 'check'
    | 'area'
    | 'date'
    | 'time'
    | 'datetime'
    | 'email'
    | 'password'
    | 'list'
    | 'rows';
  choices?: { value: string; label: string }[];
  /** Marks the label. The service validates the value. */
  required?: boolean;
  hint?: string;
  /** Columns out of 6. 3 by default. */
  width?: number;
  /** The fields of each row, for the kind `rows`: a list of objects. */
  rowFields?: FormField[];
  /** The name of a row, as in "Add line" and "Line 2". */
  rowName?: string;
}

type Tree = { [name: string]: unknown };

function getPath(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Tree | null | undefined)?.[name], tree);
}

function setPath(tree: Tree, path: string, value: unknown): void {
  const names = path.split('.');
  let inner = tree;
  for (const name of names.slice(0, -1)) inner = (inner[name] ??= {}) as Tree;
  inner[names.at(-1)!] = value;
}

/** Returns the form values for a record, or empty values without one. */
export function toFormValues(fields: FormField[], record?: unknown): FormValues {
  const values: FormValues = {};
  for (const field of fields) setPath(values, field.name, toFormValue(field, getPath(record, field.name)));
  return values;
}

function toFormValue(field: FormField, value: unknown): FormValue | FormValues[] {
  const { kind } = field;
  if (kind === 'check') return value === true;
  if (kind === 'rows')
    return ((value as unknown[] | null | undefined) ?? []).map((row) => toFormValues(field.rowFields!, row));
  if (kind === 'choices') return (value as string[] | null | undefined) ?? [];
  if (value == null) return '';
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (kind === 'list') return (value as unknown[]).join(', ');
  if (kind === 'datetime') return toLocalMinute(String(value));
  return String(value);
}

/**
 * Returns the request body for form values. A field that was cleared becomes null. A field that was empty and
 * still is stays out of the body, and a group becomes null if all its fields are null.
 */
export function toRequestBody(fields: FormField[], values: FormValues, record?: unknown): Tree {
  const body: Tree = {};
  for (const field of fields) {
    const entered = getPath(values, field.name) as FormValue | FormValues[] | undefined;
    const value =
      field.kind === 'rows'
        ? parseRows(field, entered, getPath(record, field.name))
        : parseValue(field, entered as FormValue | undefined);
    if (value === null && isEmpty(getPath(record, field.name))) continue;
    setPath(body, field.name, value);
  }
  return clearEmptyGroups(body);
}

function isEmpty(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}

/** Parses the rows of a list. Returns null if the list was and still is empty. */
function parseRows({ rowFields }: FormField, rows: unknown, before: unknown): Tree[] | null {
  const bodies = ((rows ?? []) as FormValues[]).map((row) => toRequestBody(rowFields!, row));
  return bodies.length === 0 && isEmpty(before) ? null : bodies;
}

/** Replaces each group of nulls with null, the innermost first. */
function clearEmptyGroups(tree: Tree): Tree {
  for (const [name, group] of Object.entries(tree)) {
    if (isGroup(group)) clearEmptyGroups(group);
    if (isEmptyGroup(group)) tree[name] = null;
  }
  return tree;
}

function isGroup(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyGroup(group: unknown): boolean {
  return isGroup(group) && Object.values(group).every((value) => value === null);
}

function parseValue({ kind }: FormField, value: FormValue | undefined): unknown {
  if (typeof value === 'boolean' || Array.isArray(value)) return value;
  const text = (value ?? '').trim();
  if (text === '') return null;
  if (kind === 'number') return toNumberOrText(text);
  if (kind === 'money') return parseCents(text);
  if (kind === 'datetime') return parseLocalTime(text);
  if (kind === 'list') return text.split(/[,\s]+/).filter(Boolean);
  return text;
}

/** Formats a timestamp for an input of the type `datetime-local`, in the browser's time zone. */
function toLocalMinute(timestamp: string): string {
  const at = new Date(timestamp);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Reads a local time of the browser as a timestamp. Returns other text unchanged, so that the service rejects it. */
function parseLocalTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

/** Returns text that is not a number unchanged, so that the service rejects it with a message for the field. */
export function toNumberOrText(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : Number(text);
}

const DOLLARS = /^-?\$? ?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/;

/** Parses US dollars such as `1,234.56` into cents. Returns other text unchanged: `4,50` must not become 450. */
export function parseCents(text: string): number | string {
  const trimmed = text.trim();
  return DOLLARS.test(trimmed) ? Math.round(Number(trimmed.replace(/[$, ]/g, '')) * 100) : text;
}
