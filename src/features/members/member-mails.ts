import type { NewMail } from '../../platform/mail/mail-outbox.js';
import type { Role } from '../../platform/auth/roles.js';
import { formatUtcMinute } from '../../domain/local-time.js';

/** The names under which the outbox asks for the words of these mails. */
export const SIGN_IN_MAIL = 'sign-in';
export const INVITATION_MAIL = 'invitation';

/** Whom a mail lets in, where, and until when. */
interface MemberMailContext {
  organization: string;
  email: string;
  expiresAt: Date;
}

/** Behind the # it reaches no server, and so no log; the page sends it once its button is pressed. */
export function buildSignInUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/app/sign-in#token=${token}`;
}

export function buildSignInMail(
  { organization, email, expiresAt }: MemberMailContext,
  link: string,
): NewMail {
  const name = toSingleLine(organization);
  return {
    subject: `Sign in to ${name}`,
    text: [
      `Sign in to ${name} as ${email}:`,
      '',
      link,
      '',
      `The link works once, until ${formatUtcMinute(expiresAt)}. Whoever has it can sign in: pass it on to nobody.`,
      'If you did not ask for it, there is nothing to do.',
      '',
    ].join('\n'),
  };
}

export function buildInvitationMail(
  { organization, expiresAt, role }: MemberMailContext & { role: Role },
  link: string,
): NewMail {
  const name = toSingleLine(organization);
  return {
    subject: `You are invited to ${name}`,
    text: [
      `${name} invites you to its freight, as ${role}:`,
      '',
      link,
      '',
      `The link works once, until ${formatUtcMinute(expiresAt)}. Later you sign in with a link that you ask for by your e-mail address.`,
      'If you expect no invitation, there is nothing to do.',
      '',
    ].join('\n'),
  };
}

/** A name is an operator's text: in a mail it is one line, whatever it holds. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
