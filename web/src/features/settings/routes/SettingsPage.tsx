import { useSession } from '../../../session/session';
import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

export default function Settings() {
  const { hasScope: may } = useSession();
  const parts: TabDefinition[] = [
    ['/settings/profile', 'Profile', may('organization.read')],
    ['/settings/members', 'Members', may('members.read')],
    ['/settings/limits', 'Limits', true],
    ['/settings/audit-log', 'Audit log', may('audit-log.read')],
  ];
  return <TabbedPage title="Settings" path="/settings" tabs={parts} />;
}
