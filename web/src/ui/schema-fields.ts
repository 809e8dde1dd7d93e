import { humanize } from './format';
import type { FormField } from './form-values';

interface SchemaProperty {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  format?: string;
  writeOnly?: boolean;
}

/** Builds form fields from a JSON Schema object, for instance the settings of a carrier adapter. */
export function toFormFields(schema: unknown, pathPrefix = ''): FormField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, SchemaProperty>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name: pathPrefix + name,
    label: property.title ?? humanize(name),
    hint: property.description?.replaceAll('`', ''),
    required: required.includes(name),
    width: 6,
    ...resolveFieldKind(name, property),
  }));
}

function resolveFieldKind(
  name: string,
  { type, format, enum: values, writeOnly }: SchemaProperty,
): Partial<FormField> {
  const types = [type].flat();
  if (values)
    return {
      kind: 'choice',
      choices: values.map((value) => ({ value: String(value), label: String(value) })),
    };
  if (types.includes('boolean')) return { kind: 'check' };
  if (types.includes('integer') || types.includes('number')) return { kind: 'number' };
  if (types.includes('array')) return { kind: 'list' };
  if (writeOnly || format === 'password' || /password|secret|token$|key$/.test(name))
    return { kind: 'password' };
  return { kind: format === 'email' ? 'email' : 'text' };
}
