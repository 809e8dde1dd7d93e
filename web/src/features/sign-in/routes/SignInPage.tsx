import { Anchor, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import icon from '../../../app/icon.svg';
import { sessionApi, SignInError } from '../../../session/session-api';
import { useAuth } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { KeyForm } from '../components/KeyForm';
import styles from '../../../app/layout.module.css';

/** What the provider's answer means. */
const REFUSALS: Record<string, string> = {
  not_a_member: 'Whoever you are there, you are no member here. Ask an admin for an invitation.',
  sign_in_failed: 'Signing in did not work. Try again.',
  provider_away: 'Your organization’s sign-in does not answer. Try again in a moment, or by mail.',
};

/** The fragment never reaches a server: what it holds is for this page alone. */
function readFragment(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** A link that is pasted where this page is open already changes the fragment alone: nothing is loaded anew. */
function reload(): void {
  location.reload();
}

export function SignIn() {
  useEffect(() => {
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  const { session } = useAuth();
  const token = readFragment('token');
  const refusal = readFragment('error');
  if (session && !token) return <Navigate to="/shipments" />;
  return (
    <main className={styles.door}>
      <h1>
        <img src={icon} alt="" width={32} height={32} /> Lading
      </h1>
      {refusal && <ErrorNote error={new Error(REFUSALS[refusal] ?? REFUSALS.sign_in_failed)} />}
      {token ? <TokenSignIn token={token} /> : <SignInOptions />}
    </main>
  );
}

/** A link is used up by a press of the button only: what looks through mails follows links, too. */
function TokenSignIn({ token }: { token: string }) {
  const { signInWithToken } = useAuth();
  const navigate = useNavigate();
  const enter = useMutation({
    async mutationFn() {
      await signInWithToken(token);
      history.replaceState(null, '', '/app/sign-in');
      await navigate({ to: '/shipments' });
    },
  });
  return (
    <div className={styles.card}>
      <p>Your link is here. Sign in with it; it works once.</p>
      <ErrorNote error={enter.error} />
      <Button size="sm" loading={enter.isPending} onClick={() => enter.mutate()}>
        Sign in
      </Button>
      {enter.error instanceof SignInError && (
        <Anchor
          href="/app/sign-in"
          onClick={() => {
            location.hash = '';
          }}
        >
          Ask for a new link
        </Anchor>
      )}
    </div>
  );
}

function SignInOptions() {
  const ways = useQuery({ queryKey: ['ways'], queryFn: sessionApi.getSignInMethods, staleTime: Infinity });
  return (
    <>
      {ways.data && <MailForm />}
      {ways.data?.oidc && (
        <Button component="a" href="/app/session/oidc" variant="default" size="sm">
          Sign in with your organization
        </Button>
      )}
      <KeyForm label="Use this key" />
      <p>
        A first start of the service prints keys, and{' '}
        <Anchor href="/docs" underline="always">
          the API's document
        </Anchor>{' '}
        explains them.
      </p>
    </>
  );
}

function MailForm() {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: sessionApi.mailLink });
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate(email.trim());
      }}
    >
      <TextInput
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        size="sm"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {ask.data && <p role="status">{ask.data.message}</p>}
      <ErrorNote error={ask.error} />
      <Button type="submit" loading={ask.isPending} size="sm">
        Mail me a link
      </Button>
    </form>
  );
}
