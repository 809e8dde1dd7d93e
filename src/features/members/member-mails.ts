import type { NewMail } from '../../platform/mail/mail-outbox.js';
import type { Role } from '../../platform/auth/roles.js';
import { formatUtcMinute } from '../../domain/local-time.js';

/** The composer names of these mails in the outbox. */
export const SIGN_IN_MAIL = 'sign-in';
export const INVITATION_MAIL = 'invitation';

interface MemberMailContext {
  organization: string;
  email: string;
  expiresAt: Date;
}

/** Puts the token into the fragment, which browsers do not send and servers do not log. The page posts it. */
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
      `The link works once and expires at ${formatUtcMinute(expiresAt)}. Anyone with the link can sign in: do not forward it.`,
      'If you did not request the link, ignore this e-mail.',
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
      `${name} invites you to its freight dashboard as ${role}. Open this link to accept:`,
      '',
      link,
      '',
      `The link works once and expires at ${formatUtcMinute(expiresAt)}. To sign in later, request a link with your e-mail address.`,
      'If you do not expect an invitation, ignore this e-mail.',
      '',
    ].join('\n'),
  };
}

/** Removes line breaks from an organization's name, which would otherwise end a mail header. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
