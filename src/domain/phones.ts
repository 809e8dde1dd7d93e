/** Digits of a telephone number, however it is written. */
export function digitsIn(phone: string): number {
  return phone.match(/\d/g)?.length ?? 0;
}

/** The shortest number that anybody can call: seven digits, without the area code. */
const LEAST_DIGITS = 7;

export function canBeCalled(phone: string | undefined): boolean {
  return phone !== undefined && digitsIn(phone) >= LEAST_DIGITS;
}
