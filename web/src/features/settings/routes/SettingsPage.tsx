import { useSession } from '../../../session/session';
import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

export default function SettingsPage() {
  const { hasScope } = useSession();
  const tabs: TabDefinition[] = [
    { to: '/settings/profile', label: 'Profile', isAllowed: hasScope('organization.read') },
    { to: '/settings/members', label: 'Members', isAllowed: hasScope('members.read') },
    { to: '/settings/limits', label: 'Limits' },
    { to: '/settings/audit-log', label: 'Audit log', isAllowed: hasScope('audit-log.read') },
  ];
  return <TabbedPage title="Settings" path="/settings" tabs={tabs} />;
}
