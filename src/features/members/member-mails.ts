import type { NewMail } from '../../platform/mail/mail-outbox.js';
import type { Role } from '../../platform/auth/roles.js';
import { omitUrls } from '../../domain/sanitize-text.js';
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
    subject: `Sign in to ${omitUrls(organization) || 'Lading'}`,
    text: [
      `Sign in to ${name} as ${email}:`,
      '',
      link,
      '',
      `The link works once and expires at ${formatUtcMinute(expiresAt)}. Anyone with the link can sign in. Do not forward it.`,
      'If you did not request this link, ignore this email.',
      '',
    ].join('\n'),
  };
}

export function buildInvitationMail(
  { organization, expiresAt, role }: MemberMailContext & { role: Role },
  link: string,
  requiresOidc: boolean,
): NewMail {
  const name = toSingleLine(organization);
  return {
    subject: `You are invited to ${omitUrls(organization) || 'Lading'}`,
    text: [
      `${name} invited you to its freight dashboard as ${role === 'viewer' ? 'a' : 'an'} ${role}. Open this link to accept:`,
      '',
      link,
      '',
      `The link works once and expires at ${formatUtcMinute(expiresAt)}. ${requiresOidc ? 'Sign in with SSO.' : 'To sign in later, request a link with your email address.'}`,
      'If you did not expect this invitation, ignore this email.',
      '',
    ].join('\n'),
  };
}

/** Removes line breaks from an organization's name, which would otherwise end a mail header. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
