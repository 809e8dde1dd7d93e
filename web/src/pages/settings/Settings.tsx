import { Outlet } from '@tanstack/react-router';
import { useSession } from '../../session/session';
import { PageHead, Tabs } from '../../ui/parts';

export default function Settings() {
  const { may } = useSession();
  const parts: [string, string, boolean][] = [
    ['/settings/profile', 'Profile', may('organization.read')],
    ['/settings/members', 'Members', may('members.read')],
    ['/settings/limits', 'Limits', true],
    ['/settings/audit-log', 'Audit log', may('audit-log.read')],
  ];
  return (
    <>
      <PageHead title="Settings" />
      <Tabs of={parts.flatMap(([to, label, open]): [string, string][] => (open ? [[to, label]] : []))} />
      <Outlet />
    </>
  );
}
