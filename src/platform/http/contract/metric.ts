import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';

/** Kilograms in a pound and centimeters in an inch, both exact by definition. */
const KG_PER_POUND = 0.45359237;
const CM_PER_INCH = 2.54;

export const WEIGHT_UNITS = ['lb', 'kg'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export const DIMENSION_UNITS = ['in', 'cm'] as const;
export type DimensionUnit = (typeof DIMENSION_UNITS)[number];

/** The values that a client sent in metric units, by field: `60000 kg`. Error messages name them. */
const SENT = Symbol('sent');

type Measures = Record<string, unknown> & { [SENT]?: Record<string, string> };

/** Rounds half up to hundredths. Twelve digits hide floating-point noise, so that 0.3175 cm become 0.13 in. */
function convert(value: number, divisor: number): number {
  return Math.round(Number(((value / divisor) * 100).toPrecision(12))) / 100;
}

export function toPounds(kilograms: number): number {
  return convert(kilograms, KG_PER_POUND);
}

export function toInches(centimeters: number): number {
  return convert(centimeters, CM_PER_INCH);
}

/**
 * Converts the weights and sides of a list of lines to pounds and inches before they are validated, if the fields
 * `weight_unit` and `dimension_unit` next to the list say so.
 */
export function ConvertMetric(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value, obj }) => {
      const { weight_unit: weightUnit, dimension_unit: dimensionUnit } = (obj ?? {}) as Record<
        string,
        unknown
      >;
      for (const line of Array.isArray(value) ? (value as unknown[]) : []) {
        if (weightUnit === 'kg') {
          convertFields(line, ['weight'], toPounds, 'kg');
          convertFields((line as { hazmat?: unknown } | null)?.hazmat, ['weight'], toPounds, 'kg');
        }
        if (dimensionUnit === 'cm') convertFields(line, ['length', 'width', 'height'], toInches, 'cm');
      }
      return value as unknown;
    }),
  );
}

function convertFields(
  target: unknown,
  names: readonly string[],
  toUs: (value: number) => number,
  unit: string,
): void {
  if (typeof target !== 'object' || target === null) return;
  const line = target as Measures;
  for (const name of names) {
    const sent = line[name];
    if (typeof sent !== 'number') continue;
    line[SENT] = { ...line[SENT], [name]: `${sent} ${unit}` };
    line[name] = toUs(sent);
  }
}

/** Returns ` (60000 kg)` if the client sent the field in a metric unit, otherwise an empty text. */
export function describeSentValue(line: object, name: string): string {
  const sent = (line as Measures)[SENT]?.[name];
  return sent ? ` (${sent})` : '';
}
