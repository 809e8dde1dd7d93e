import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAuth } from '../../../session/session';
import { membershipsQuery } from '../../../session/session-api';
import { ErrorNote } from '../../../ui/ErrorNote';
import styles from './sign-in.module.css';

/** Lets a person with several memberships choose one, after sign-in by OpenID Connect. */
export function MembershipChoice() {
  const { signInToMembership } = useAuth();
  const navigate = useNavigate();
  const memberships = useQuery(membershipsQuery);
  const choose = useMutation({
    async mutationFn(id: number) {
      await signInToMembership(id);
      history.replaceState(null, '', '/app/sign-in');
      await navigate({ to: '/shipments' });
    },
  });
  const error = memberships.error ?? choose.error;
  return (
    <div className={styles.card}>
      <p>Choose the organization to sign in to.</p>
      {memberships.data?.data.map(({ id, organization, email, role }) => (
        <Button
          key={id}
          size="sm"
          variant="default"
          loading={choose.isPending && choose.variables === id}
          onClick={() => choose.mutate(id)}
        >
          {organization} · {email} ({role})
        </Button>
      ))}
      <ErrorNote error={error} />
      {error && <Anchor href="/app/session/oidc">Sign in again</Anchor>}
    </div>
  );
}
