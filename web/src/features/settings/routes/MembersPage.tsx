import type { Schemas } from '@lading/sdk';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionApi } from '../../../session/session-api';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable, PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { toListQuery, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { Dimmed, EmptyState, Section, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];

const ROLES = (['admin', 'operator', 'viewer'] satisfies Member['role'][]).map((value) => ({
  value,
  label: humanize(value),
}));

/** Who may sign in, and as what. */
export default function Members() {
  const { hasScope: may, member: me } = useSession();
  const { filters } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const ways = useQuery({ queryKey: ['ways'], queryFn: sessionApi.getSignInMethods, staleTime: Infinity });
  const list = useApiQuery(['members', filters], (lading) => lading.members.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  const change = useApiMutation(
    (lading, { id, role }: Pick<Member, 'id' | 'role'>) => lading.members.update(id, { role }),
    {
      successMessage: ({ email, role }) => `${email} is ${role} now.`,
    },
  );
  const remove = useApiMutation((lading, id: number) => lading.members.delete(id), {
    successMessage: 'Removed.',
  });
  const invite = useApiMutation(
    (lading, body: Schemas['CreateInvitation']) => lading.invitations.create(body),
    {
      successMessage: ({ email }) =>
        ways.data?.mail_server === false
          ? `${email} is invited. The service has no mail server: its operator finds the mail with the link as a file.`
          : `A link is on its way to ${email}.`,
      onSuccess: () => setOpen(false),
    },
  );
  const mayWrite = may('members.write');
  const add = may('invitations.write') && <Button onClick={() => setOpen(true)}>Invite somebody</Button>;
  return (
    <Stack>
      <div className={styles.actions}>{add}</div>
      <ErrorNote error={change.error} />
      <PagedTable<Member>
        label="Members"
        list={list}
        columns={[
          { label: 'Member', render: ({ name, email }) => name ?? email },
          { label: 'E-mail', render: ({ email }) => email },
          {
            label: 'Role',
            render: ({ id, role, email }) =>
              mayWrite ? (
                <NativeSelect
                  aria-label={`Role of ${email}`}
                  value={role}
                  data={ROLES}
                  onChange={(event) =>
                    change.mutate({ id, role: event.currentTarget.value as Member['role'] })
                  }
                />
              ) : (
                humanize(role)
              ),
          },
          { label: 'Last here', render: ({ last_signed_in_at }) => formatDateTime(last_signed_in_at) },
          {
            label: 'Do',
            render: ({ id, email }) =>
              mayWrite &&
              id !== me?.member.id && (
                <ConfirmButton
                  label="Remove"
                  title={`Remove ${email}?`}
                  danger
                  onConfirm={() => remove.mutateAsync(id)}
                >
                  They are signed out at once.
                </ConfirmButton>
              ),
          },
        ]}
        empty={
          <EmptyState title="No members yet" action={add}>
            Whom you invite by mail signs in with a link, as admin, operator or viewer.
          </EmptyState>
        }
      />
      {may('invitations.read') && <Invitations />}
      <SidePanel title="Invite somebody" isOpen={isOpen} close={() => setOpen(false)} size="sm">
        <RecordForm
          fields={[
            { name: 'email', label: 'E-mail', kind: 'email', required: true, width: 6 },
            { name: 'role', label: 'Role', kind: 'choice', choices: ROLES, required: true, width: 6 },
          ]}
          record={{ role: 'operator' }}
          label="Send the invitation"
          submit={(body) => invite.mutateAsync(body)}
        />
        <Dimmed>
          Admins may do everything; operators ship and bill; viewers look, without what it costs you.
        </Dimmed>
      </SidePanel>
    </Stack>
  );
}

function Invitations() {
  const { hasScope: may } = useSession();
  const list = useApiQuery(['invitations'], (lading) => lading.invitations.list({ limit: 50 }));
  const revoke = useApiMutation((lading, id: number) => lading.invitations.revoke(id), {
    successMessage: 'Revoked.',
  });
  if (list.error) return <ErrorNote error={list.error} />;
  if (!list.data || list.data.data.length === 0) return null;
  return (
    <Section title="Invitations">
      <DataTable<Invitation>
        bare
        label="Invitations"
        rows={list.data.data}
        columns={[
          { label: 'E-mail', render: ({ email }) => email },
          { label: 'Role', render: ({ role }) => humanize(role) },
          { label: 'State', render: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Ends', render: ({ expires_at }) => formatDateTime(expires_at) },
          {
            label: 'Do',
            render: ({ id, status }) =>
              status === 'pending' &&
              may('invitations.write') && (
                <ConfirmButton
                  label="Revoke"
                  title="Revoke the invitation?"
                  onConfirm={() => revoke.mutateAsync(id)}
                >
                  Its link works no longer.
                </ConfirmButton>
              ),
          },
        ]}
      />
    </Section>
  );
}
