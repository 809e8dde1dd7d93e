import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAuth } from '../../../session/session';
import {
  sessionApi,
  signInMethodsQuery,
  SignInError,
  tokenPreviewQuery,
  type TokenPreview,
} from '../../../session/session-api';
import { ErrorNote } from '../../../ui/ErrorNote';
import styles from './sign-in.module.css';

/** Names the organization and the address, and waits for a click before it uses the token: mail scanners open links too. */
export function TokenSignIn({ token }: { token: string }) {
  const { signInWithToken } = useAuth();
  const navigate = useNavigate();
  const preview = useQuery(tokenPreviewQuery(token));
  const methods = useQuery(signInMethodsQuery);
  const signIn = useMutation({
    async mutationFn() {
      await signInWithToken(token);
      history.replaceState(null, '', '/app/sign-in');
      await navigate({ to: '/shipments' });
    },
  });
  const signInByProvider = useMutation({
    async mutationFn() {
      const { url } = preview.data?.invitation
        ? await sessionApi.startAcceptance(token)
        : { url: '/app/session/oidc' };
      location.assign(url);
    },
  });
  const error = preview.error ?? methods.error ?? signIn.error ?? signInByProvider.error;
  return (
    <div className={styles.card}>
      {preview.data && <p>{describeToken(preview.data)}</p>}
      <ErrorNote error={error} />
      {preview.data && methods.data?.mail && (
        <Button size="sm" loading={signIn.isPending} onClick={() => signIn.mutate()}>
          {preview.data.invitation ? 'Accept invitation' : 'Sign in'}
        </Button>
      )}
      {preview.data && methods.data?.oidc && (
        <Button
          size="sm"
          variant="default"
          loading={signInByProvider.isPending}
          onClick={() => signInByProvider.mutate()}
        >
          {preview.data.invitation ? 'Accept with SSO' : 'Sign in with SSO'}
        </Button>
      )}
      {error instanceof SignInError && (
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

function describeToken({ organization, email, invitation }: TokenPreview): string {
  if (!invitation) return `Sign in to ${organization} as ${email}. The link works once.`;
  const mode = invitation.mode === 'test' ? ' in test mode' : '';
  return `Join ${organization} as ${email}, with the role ${invitation.role}${mode}.`;
}
