import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import icon from '../../../ui/icon.svg';
import { useAuth } from '../../../session/session';
import { signInMethodsQuery } from '../../../session/session-api';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EmailLinkForm } from '../components/EmailLinkForm';
import { KeyForm } from '../components/KeyForm';
import { MembershipChoice } from '../components/MembershipChoice';
import { TokenSignIn } from '../components/TokenSignIn';
import styles from '../components/sign-in.module.css';

/** The messages for the error codes that the OpenID Connect callback puts in the URL fragment. */
const OIDC_ERRORS: Record<string, string> = {
  not_a_member: 'This account is not a member of any organization. Open the link in your invitation email.',
  identity_changed:
    'You signed in before with a different account at your identity provider. Ask an admin to unlink that account.',
  invitation_invalid: 'The invitation was used or revoked, or it has expired. Ask an admin for a new one.',
  invitation_for_another:
    'The invitation was sent to a different email address. Sign in with the invited address.',
  test_invitation:
    "You can't accept a test-mode invitation with SSO. Ask an admin for a live-mode invitation.",
  sign_in_failed: 'Sign-in failed. Try again.',
  provider_away: 'Your organization’s identity provider does not respond. Try again, or use a sign-in link.',
};

/** Sign-in tokens travel in the URL fragment because browsers never send it to a server. */
function readFragment(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

function reload(): void {
  location.reload();
}

export function SignInPage() {
  // Pasting a sign-in link into a tab with this page changes only the fragment, which loads nothing.
  useEffect(() => {
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  const { session } = useAuth();
  const token = readFragment('token');
  const error = readFragment('error');
  if (session && !token) return <Navigate to="/shipments" />;
  return (
    <main className={styles.page}>
      <h1>
        <img src={icon} alt="" width={32} height={32} /> Lading
      </h1>
      {error && <ErrorNote error={new Error(OIDC_ERRORS[error] ?? OIDC_ERRORS.sign_in_failed)} />}
      {token ? (
        <TokenSignIn token={token} />
      ) : readFragment('choose') ? (
        <MembershipChoice />
      ) : (
        <SignInOptions />
      )}
    </main>
  );
}

function SignInOptions() {
  const methods = useQuery(signInMethodsQuery);
  return (
    <>
      {methods.data?.mail && <EmailLinkForm />}
      {methods.data?.oidc && (
        <Button component="a" href="/app/session/oidc" variant="default" size="sm">
          Sign in with SSO
        </Button>
      )}
      <KeyForm submitLabel="Sign in with key" />
      <p>
        First time? Use the sign-in link that the server printed at its first start, or ask an admin for an
        invitation. See also the{' '}
        <Anchor href="/reference" underline="always">
          API reference
        </Anchor>
        .
      </p>
    </>
  );
}
