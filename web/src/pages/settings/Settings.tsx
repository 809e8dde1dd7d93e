import { useSession } from '../../session/session';
import { PartedPage, type Part } from '../../ui/PartedPage';

export default function Settings() {
  const { may } = useSession();
  const parts: Part[] = [
    ['/settings/profile', 'Profile', may('organization.read')],
    ['/settings/members', 'Members', may('members.read')],
    ['/settings/limits', 'Limits', true],
    ['/settings/audit-log', 'Audit log', may('audit-log.read')],
  ];
  return <PartedPage title="Settings" at="/settings" parts={parts} />;
}
