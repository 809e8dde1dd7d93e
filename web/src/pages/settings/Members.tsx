import type { Schemas } from '@lading/sdk';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browser } from '../../session/browser';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ConfirmButton } from '../../ui/Confirm';
import { DataTable, PagedTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { queryOf, useFilters } from '../../ui/filters';
import { moment, words } from '../../ui/format';
import { Dimmed, Empty, Section, Stack } from '../../ui/parts';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';
import styles from '../../ui/ui.module.css';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];

const ROLES = (['admin', 'operator', 'viewer'] satisfies Member['role'][]).map((value) => ({
  value,
  label: words(value),
}));

/** Who may sign in, and as what. */
export default function Members() {
  const { may, member: me } = useSession();
  const { filters } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const ways = useQuery({ queryKey: ['ways'], queryFn: browser.ways, staleTime: Infinity });
  const list = useRead(['members', filters], (lading) => lading.members.list(queryOf(filters)), {
    keep: true,
  });
  const change = useWrite(
    (lading, { id, role }: Pick<Member, 'id' | 'role'>) => lading.members.update(id, { role }),
    {
      done: ({ email, role }) => `${email} is ${role} now.`,
    },
  );
  const remove = useWrite((lading, id: number) => lading.members.delete(id), { done: 'Removed.' });
  const invite = useWrite((lading, body: Schemas['CreateInvitation']) => lading.invitations.create(body), {
    done: ({ email }) =>
      ways.data?.mail_server === false
        ? `${email} is invited. The service has no mail server: its operator finds the mail with the link as a file.`
        : `A link is on its way to ${email}.`,
    after: () => setOpen(false),
  });
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
          { label: 'Member', show: ({ name, email }) => name ?? email },
          { label: 'E-mail', show: ({ email }) => email },
          {
            label: 'Role',
            show: ({ id, role, email }) =>
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
                words(role)
              ),
          },
          { label: 'Last here', show: ({ last_signed_in_at }) => moment(last_signed_in_at) },
          {
            label: 'Do',
            show: ({ id, email }) =>
              mayWrite &&
              id !== me?.member.id && (
                <ConfirmButton
                  label="Remove"
                  title={`Remove ${email}?`}
                  danger
                  act={() => remove.mutateAsync(id)}
                >
                  They are signed out at once.
                </ConfirmButton>
              ),
          },
        ]}
        empty={
          <Empty title="No members yet" action={add}>
            Whom you invite by mail signs in with a link, as admin, operator or viewer.
          </Empty>
        }
      />
      {may('invitations.read') && <Invitations />}
      <Side title="Invite somebody" isOpen={isOpen} close={() => setOpen(false)} size="sm">
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
      </Side>
    </Stack>
  );
}

function Invitations() {
  const { may } = useSession();
  const list = useRead(['invitations'], (lading) => lading.invitations.list({ limit: 50 }));
  const revoke = useWrite((lading, id: number) => lading.invitations.revoke(id), { done: 'Revoked.' });
  if (list.error) return <ErrorNote error={list.error} />;
  if (!list.data || list.data.data.length === 0) return null;
  return (
    <Section title="Invitations">
      <DataTable<Invitation>
        bare
        label="Invitations"
        rows={list.data.data}
        columns={[
          { label: 'E-mail', show: ({ email }) => email },
          { label: 'Role', show: ({ role }) => words(role) },
          { label: 'State', show: ({ status }) => <Badge of={status} /> },
          { label: 'Ends', show: ({ expires_at }) => moment(expires_at) },
          {
            label: 'Do',
            show: ({ id, status }) =>
              status === 'pending' &&
              may('invitations.write') && (
                <ConfirmButton
                  label="Revoke"
                  title="Revoke the invitation?"
                  act={() => revoke.mutateAsync(id)}
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
