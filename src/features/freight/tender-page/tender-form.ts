/** An empty `pro` means that the carrier assigns the PRO number later. */
export type TenderFormAnswer =
  { kind: 'accept'; name: string; pro: string } | { kind: 'decline'; name: string; reason: string };

/** The submitted form; `fault` is empty if it is valid. */
export interface TenderForm {
  answer: 'accept' | 'decline' | '';
  name: string;
  pro: string;
  reason: string;
  fault: string;
}

export const EMPTY_FORM: TenderForm = { answer: '', name: '', pro: '', reason: '', fault: '' };

export const MAX_FIELD_LENGTHS = { name: 100, pro: 50, reason: 255 } as const;
const FIELD_LABELS = { name: 'name', pro: 'PRO number', reason: 'reason' } as const;

/** Control characters, and marks that change the text direction. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export function parseTenderForm(bytes: Buffer): TenderForm {
  const fields = new URLSearchParams(bytes.toString('utf8'));
  const text = (name: string): string => (fields.get(name) ?? '').trim();
  const answer = text('answer');
  const filled = { name: text('name'), pro: text('pro'), reason: text('reason') };
  const known = answer === 'accept' || answer === 'decline';
  return {
    ...filled,
    answer: known ? answer : '',
    fault: known ? findFormError(answer, filled) : 'Choose Accept or Decline.',
  };
}

/** @param form without a fault */
export function toTenderFormAnswer({ answer, name, pro, reason }: TenderForm): TenderFormAnswer {
  return answer === 'accept' ? { kind: answer, name, pro } : { kind: 'decline', name, reason };
}

function findFormError(
  answer: 'accept' | 'decline',
  filled: Record<keyof typeof MAX_FIELD_LENGTHS, string>,
): string {
  const sent = answer === 'accept' ? (['name', 'pro'] as const) : (['name', 'reason'] as const);
  if (filled.name === '') return 'Enter your name.';
  if (answer === 'decline' && filled.reason === '') return 'Enter a reason.';
  for (const field of sent) {
    if (filled[field].length > MAX_FIELD_LENGTHS[field])
      return `The ${FIELD_LABELS[field]} is too long: at most ${MAX_FIELD_LENGTHS[field]} characters.`;
    if (UNSAFE_CHARACTERS.test(filled[field]))
      return `The ${FIELD_LABELS[field]} contains control characters. Enter plain text.`;
  }
  return '';
}
