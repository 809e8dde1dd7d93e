import { words } from './format';
import type { Field } from './record';

interface Property {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  format?: string;
  writeOnly?: boolean;
  default?: unknown;
}

/** The fields of a form from the JSON Schema of what it makes. */
export function fieldsOf(schema: unknown, prefix = ''): Field[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name: prefix + name,
    label: property.title ?? words(name),
    hint: property.description,
    required: required.includes(name),
    width: 6,
    ...kindOf(name, property),
  }));
}

function kindOf(name: string, { type, format, enum: all, writeOnly }: Property): Partial<Field> {
  const types = [type].flat();
  if (all) return { kind: 'choice', choices: all.map((one) => ({ value: String(one), label: String(one) })) };
  if (types.includes('boolean')) return { kind: 'check' };
  if (types.includes('integer') || types.includes('number')) return { kind: 'number' };
  if (types.includes('array')) return { kind: 'list' };
  if (writeOnly || format === 'password' || /password|secret|token$|key$/.test(name))
    return { kind: 'password' };
  return { kind: format === 'email' ? 'email' : 'text' };
}
