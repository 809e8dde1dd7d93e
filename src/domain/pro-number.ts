/** Removes spaces and dashes and converts to upper case; keeps leading zeros. */
export function normalizePro(pro: string): string {
  return pro.replace(/[\s-]/g, '').toUpperCase();
}

const PRO_SUFFIX = /^(.{3,}\d)[-/ ]?[A-Z]{1,2}\d{0,2}$/i;

/** Returns the PRO number without the suffix of a second bill, such as `-R1` or `/BD`; null without a suffix. */
export function removeProSuffix(pro: string): string | null {
  return PRO_SUFFIX.exec(pro.trim())?.[1] ?? null;
}

const isXpoPro = (pro: string) => /^\d{9}$/.test(pro) && Number(pro.slice(0, 8)) % 7 === Number(pro[8]);
const isTforcePro = (pro: string) => /^\d{9}$/.test(pro);

const PRO_FORMATS: Record<string, (pro: string) => boolean | null> = {
  XPOL: isXpoPro,
  CNWY: isXpoPro,
  UPGF: isTforcePro,
  TFFA: isTforcePro,
  EXLA: (pro) => /^\d{10}$/.test(pro),
  RLCA: (pro) => /^[A-Z0-9]+$/.test(pro),
  ODFL: (pro) => (/^(\d)\1*$/.test(pro) ? false : /^\d{9,11}$/.test(pro) || null),
  SAIA: (pro) => /^\d{8,11}$/.test(pro) || null,
};

/**
 * Returns whether a number matches the carrier's PRO format; null if the format is unknown or too uncertain to reject it.
 * Source: XPO publishes its rule (ninth digit = the first eight mod 7); the others come from carriers' clients.
 */
export function isValidPro(scac: string, pro: string): boolean | null {
  return PRO_FORMATS[scac.toUpperCase()]?.(normalizePro(pro)) ?? null;
}

/** Returns the mod-10 digit of GS1 keys: weights 3, 1, 3, … from the right. Source: GS1 General Specifications 7.9. */
export function computeGs1CheckDigit(digits: string): string {
  if (!/^\d+$/.test(digits)) throw new RangeError('digits only');
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    sum += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 3 : 1);
  }
  return String((10 - (sum % 10)) % 10);
}

export function appendCheckDigit(digits: string): string {
  return digits + computeGs1CheckDigit(digits);
}

/**
 * Returns a VICS bill of lading number: 17 digits of the GS1 company prefix, the serial number and a check digit.
 * Source: GS1 US, "VICS Standard Bill of Lading".
 * @throws RangeError if prefix and serial exceed 16 digits
 */
export function buildBolNumber(prefixDigits: string, serial: number): string {
  const room = 16 - prefixDigits.length;
  const serialDigits = String(serial);
  if (!Number.isSafeInteger(serial) || serial < 0 || serialDigits.length > room) {
    throw new RangeError('the serial number does not fit');
  }
  return appendCheckDigit(prefixDigits + serialDigits.padStart(room, '0'));
}
