export function countPhoneDigits(phone: string): number {
  return phone.match(/\d/g)?.length ?? 0;
}

/** A number without the area code. */
const MIN_DIGITS = 7;

export function isCallablePhone(phone: string | undefined): boolean {
  return phone !== undefined && countPhoneDigits(phone) >= MIN_DIGITS;
}
