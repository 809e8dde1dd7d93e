import { DefaultNamingStrategy } from 'typeorm';

/** Maps the property `netChargeCents` to the column `net_charge_cents`. */
export class SnakeCaseNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return toSnakeCase([...prefixes, customName ?? propertyName].join('_'));
  }
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
