import { humanize } from './format';
import type { FormField } from './form-values';

interface SchemaProperty {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  format?: string;
  writeOnly?: boolean;
  default?: unknown;
}

/** The fields of a form from the JSON Schema of what it makes. */
export function toFormFields(schema: unknown, prefix = ''): FormField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, SchemaProperty>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name: prefix + name,
    label: property.title ?? humanize(name),
    hint: property.description,
    required: required.includes(name),
    width: 6,
    ...resolveFieldKind(name, property),
  }));
}

function resolveFieldKind(
  name: string,
  { type, format, enum: all, writeOnly }: SchemaProperty,
): Partial<FormField> {
  const types = [type].flat();
  if (all) return { kind: 'choice', choices: all.map((one) => ({ value: String(one), label: String(one) })) };
  if (types.includes('boolean')) return { kind: 'check' };
  if (types.includes('integer') || types.includes('number')) return { kind: 'number' };
  if (types.includes('array')) return { kind: 'list' };
  if (writeOnly || format === 'password' || /password|secret|token$|key$/.test(name))
    return { kind: 'password' };
  return { kind: format === 'email' ? 'email' : 'text' };
}
