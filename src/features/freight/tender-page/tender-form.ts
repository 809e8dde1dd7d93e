/** What a carrier answers; an empty `pro` comes later. */
export type TenderFormAnswer =
  { kind: 'accept'; name: string; pro: string } | { kind: 'decline'; name: string; reason: string };

/** The form as it was sent, and what is wrong with it: shown again with both. */
export interface TenderForm {
  answer: 'accept' | 'decline' | '';
  name: string;
  pro: string;
  reason: string;
  fault: string;
}

export const EMPTY_FORM: TenderForm = { answer: '', name: '', pro: '', reason: '', fault: '' };

export const MAX_FIELD_LENGTHS = { name: 100, pro: 50, reason: 255 } as const;

/** What could turn a text around, or isn't text. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Reads the form of the page. */
export function parseTenderForm(bytes: Buffer): TenderForm {
  const fields = new URLSearchParams(bytes.toString('utf8'));
  const text = (name: string): string => (fields.get(name) ?? '').trim();
  const answer = text('answer');
  const filled = { name: text('name'), pro: text('pro'), reason: text('reason') };
  const known = answer === 'accept' || answer === 'decline';
  return {
    ...filled,
    answer: known ? answer : '',
    fault: known ? findFormError(answer, filled) : CHOOSE_ANSWER_MESSAGE,
  };
}

const CHOOSE_ANSWER_MESSAGE = 'Accept or decline.';

/** The answer of a form without a fault. */
export function toTenderFormAnswer({ answer, name, pro, reason }: TenderForm): TenderFormAnswer {
  return answer === 'accept' ? { kind: answer, name, pro } : { kind: 'decline', name, reason };
}

function findFormError(
  answer: 'accept' | 'decline',
  filled: Record<keyof typeof MAX_FIELD_LENGTHS, string>,
): string {
  const sent = answer === 'accept' ? (['name', 'pro'] as const) : (['name', 'reason'] as const);
  if (filled.name === '') return 'Say who answers.';
  if (answer === 'decline' && filled.reason === '') return 'Say why you decline.';
  for (const field of sent) {
    if (filled[field].length > MAX_FIELD_LENGTHS[field])
      return `At most ${MAX_FIELD_LENGTHS[field]} characters.`;
    if (UNSAFE_CHARACTERS.test(filled[field])) return 'Text alone, please.';
  }
  return '';
}
