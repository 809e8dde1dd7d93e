import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import icon from '../../../ui/icon.svg';
import { useAuth } from '../../../session/session';
import { SignInError, signInMethodsQuery } from '../../../session/session-api';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EmailLinkForm } from '../components/EmailLinkForm';
import { KeyForm } from '../components/KeyForm';
import styles from '../components/sign-in.module.css';

/** The messages for the error codes that the OpenID Connect callback puts in the URL fragment. */
const OIDC_ERRORS: Record<string, string> = {
  not_a_member: 'This account is not a member of this organization. Ask an admin for an invitation.',
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
      {token ? <TokenSignIn token={token} /> : <SignInOptions />}
    </main>
  );
}

/** Waits for a click before it uses the token, because mail scanners open links too. */
function TokenSignIn({ token }: { token: string }) {
  const { signInWithToken } = useAuth();
  const navigate = useNavigate();
  const signIn = useMutation({
    async mutationFn() {
      await signInWithToken(token);
      history.replaceState(null, '', '/app/sign-in');
      await navigate({ to: '/shipments' });
    },
  });
  return (
    <div className={styles.card}>
      <p>Sign in with your link. It works once.</p>
      <ErrorNote error={signIn.error} />
      <Button size="sm" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in
      </Button>
      {signIn.error instanceof SignInError && (
        <Anchor
          href="/app/sign-in"
          onClick={() => {
            location.hash = '';
          }}
        >
          Request a new link
        </Anchor>
      )}
    </div>
  );
}

function SignInOptions() {
  const methods = useQuery(signInMethodsQuery);
  return (
    <>
      {methods.data && <EmailLinkForm />}
      {methods.data?.oidc && (
        <Button component="a" href="/app/session/oidc" variant="default" size="sm">
          Sign in with your organization
        </Button>
      )}
      <KeyForm submitLabel="Sign in with key" />
      <p>
        First time? The server printed a sign-in link when it started. See also the{' '}
        <Anchor href="/docs" underline="always">
          API reference
        </Anchor>
        .
      </p>
    </>
  );
}
