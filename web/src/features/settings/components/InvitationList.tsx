import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, humanize } from '../../../ui/format';
import { Section } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { INVITATION_WRITES, invitationQueries } from '../api/members';

export function InvitationList() {
  const session = useSession();
  const list = useQuery(invitationQueries.all(session));
  const revoke = useApiMutation((lading, id: number) => lading.invitations.revoke(id), {
    invalidates: INVITATION_WRITES,
    successMessage: 'Invitation revoked.',
  });
  if (list.error) return <ErrorNote error={list.error} />;
  if (!list.data || list.data.data.length === 0) return null;
  return (
    <Section title="Invitations">
      <DataTable
        bare
        label="Invitations"
        rows={list.data.data}
        columns={[
          { label: 'Email', render: ({ email }) => email },
          { label: 'Role', render: ({ role }) => humanize(role) },
          { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Expires', render: ({ expires_at }) => formatDateTime(expires_at) },
          {
            label: '',
            render: ({ id, status }) =>
              status === 'pending' &&
              session.hasScope('invitations.write') && (
                <ConfirmButton
                  label="Revoke"
                  title="Revoke the invitation?"
                  onConfirm={() => revoke.mutateAsync(id)}
                >
                  Its sign-in link stops working.
                </ConfirmButton>
              ),
          },
        ]}
      />
    </Section>
  );
}
