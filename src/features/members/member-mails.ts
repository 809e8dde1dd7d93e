import type { NewMail } from '../../platform/mail/mail-outbox.js';
import type { Role } from '../../platform/auth/roles.js';
import { utcMinute } from '../../domain/local-times.js';

/** The names under which the outbox asks for the words of these mails. */
export const SIGN_IN_MAIL = 'sign-in';
export const INVITATION_MAIL = 'invitation';

/** Whom a mail lets in, where, and until when. */
interface Entry {
  organization: string;
  email: string;
  expiresAt: Date;
}

/** Behind the # it reaches no server, and so no log; the page sends it once its button is pressed. */
export function signInUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/app/sign-in#token=${token}`;
}

export function signInMail({ organization, email, expiresAt }: Entry, link: string): NewMail {
  const name = oneLine(organization);
  return {
    subject: `Sign in to ${name}`,
    text: [
      `Sign in to ${name} as ${email}:`,
      '',
      link,
      '',
      `The link works once, until ${utcMinute(expiresAt)}. Whoever has it can sign in: pass it on to nobody.`,
      'If you did not ask for it, there is nothing to do.',
      '',
    ].join('\n'),
  };
}

export function invitationMail(
  { organization, expiresAt, role }: Entry & { role: Role },
  link: string,
): NewMail {
  const name = oneLine(organization);
  return {
    subject: `You are invited to ${name}`,
    text: [
      `${name} invites you to its freight, as ${role}:`,
      '',
      link,
      '',
      `The link works once, until ${utcMinute(expiresAt)}. Later you sign in with a link that you ask for by your e-mail address.`,
      'If you expect no invitation, there is nothing to do.',
      '',
    ].join('\n'),
  };
}

/** A name is an operator's text: in a mail it is one line, whatever it holds. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
