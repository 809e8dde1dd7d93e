import type { Schemas } from '@lading/sdk';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { signInMethodsQuery } from '../../../session/session-api';
import { useApiMutation } from '../../../session/use-api-mutation';
import { toChoices } from '../../../ui/choices';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, EmptyState, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';
import { INVITATION_WRITES, MEMBER_WRITES, memberQueries } from '../api/members';
import { InvitationList } from '../components/InvitationList';

type Member = Schemas['Member'];

const route = getRouteApi('/app/settings/members');

const ROLES = toChoices<Member['role']>(['admin', 'operator', 'viewer']);
const INVITATION_FIELDS: FormField[] = [
  { name: 'email', label: 'Email', kind: 'email', required: true, width: 6 },
  { name: 'role', label: 'Role', kind: 'choice', choices: ROLES, required: true, width: 6 },
];

export default function MembersPage() {
  const session = useSession();
  const { hasScope } = session;
  const filters = useFilters(route.useSearch());
  const [isFormOpen, setFormOpen] = useState(false);
  const signInMethods = useQuery(signInMethodsQuery);
  const list = useQuery(memberQueries.list(session, filters.values));
  const changeRole = useApiMutation(
    (lading, { id, role }: Pick<Member, 'id' | 'role'>) => lading.members.update(id, { role }),
    {
      invalidates: MEMBER_WRITES,
      successMessage: ({ email, role }) => `The role of ${email} is now ${role}.`,
    },
  );
  const remove = useApiMutation((lading, id: number) => lading.members.delete(id), {
    invalidates: MEMBER_WRITES,
    successMessage: 'Member removed.',
  });
  const unlink = useApiMutation((lading, id: number) => lading.members.unlink(id), {
    invalidates: MEMBER_WRITES,
    successMessage: ({ email }) => `${email} can link a new account at the next sign-in.`,
  });
  const invite = useApiMutation(
    (lading, body: Schemas['CreateInvitation']) => lading.invitations.create(body),
    {
      invalidates: INVITATION_WRITES,
      successMessage: ({ email }) =>
        signInMethods.data?.mail_server === false
          ? `Invitation created for ${email}. No mail server is configured, so Lading saved the email to a file on the server.`
          : `Invitation sent to ${email}.`,
      onSuccess: () => setFormOpen(false),
    },
  );
  const canWrite = hasScope('members.write');
  const actions = hasScope('invitations.write') && (
    <Button onClick={() => setFormOpen(true)}>Invite member</Button>
  );
  return (
    <Stack>
      <div className={styles.actions}>{actions}</div>
      <ErrorNote error={changeRole.error} />
      <PagedTable
        label="Members"
        list={list}
        filters={filters}
        columns={[
          { label: 'Member', render: ({ name, email }) => name ?? email },
          { label: 'Email', render: ({ email }) => email },
          {
            label: 'Role',
            render: ({ id, role, email }) =>
              canWrite ? (
                <NativeSelect
                  aria-label={`Role of ${email}`}
                  value={role}
                  data={ROLES}
                  onChange={(event) =>
                    changeRole.mutate({ id, role: event.currentTarget.value as Member['role'] })
                  }
                />
              ) : (
                humanize(role)
              ),
          },
          { label: 'Last sign-in', render: ({ last_signed_in_at }) => formatDateTime(last_signed_in_at) },
          {
            label: 'Account',
            render: ({ id, email, identity_linked }) =>
              identity_linked &&
              (canWrite ? (
                <ConfirmButton
                  label="Unlink"
                  title={`Unlink the sign-in account of ${email}?`}
                  onConfirm={() => unlink.mutateAsync(id)}
                >
                  This signs the member out. The next SSO sign-in links a new account.
                </ConfirmButton>
              ) : (
                'Linked'
              )),
          },
          {
            label: '',
            render: ({ id, email }) =>
              canWrite &&
              id !== session.member?.member.id && (
                <ConfirmButton
                  label="Remove"
                  title={`Remove ${email}?`}
                  danger
                  onConfirm={() => remove.mutateAsync(id)}
                >
                  This signs the member out on all devices.
                </ConfirmButton>
              ),
          },
        ]}
        empty={
          <EmptyState title="No members yet" action={actions}>
            Invite members by email as an admin, operator or viewer.
          </EmptyState>
        }
      />
      {hasScope('invitations.read') && <InvitationList />}
      <SidePanel title="Invite member" isOpen={isFormOpen} close={() => setFormOpen(false)} size="sm">
        <RecordForm
          fields={INVITATION_FIELDS}
          record={{ role: 'operator' }}
          submitLabel="Send invitation"
          submit={(body: Schemas['CreateInvitation']) => invite.mutateAsync(body)}
        />
        <Dimmed>
          Admins have full access. Operators book shipments and manage invoices. Viewers have read-only access
          and don't see your costs.
        </Dimmed>
      </SidePanel>
    </Stack>
  );
}
