import { useSession } from '../../../session/session';
import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

export default function CarriersPage() {
  const { hasScope } = useSession();
  const tabs: TabDefinition[] = [
    {
      to: '/carriers/connections',
      label: 'Connections',
      isAllowed: hasScope('carrier-connections.read'),
    },
    { to: '/carriers/rules', label: 'Rules', isAllowed: hasScope('organization.read') },
    { to: '/carriers/directory', label: 'Directory', isAllowed: hasScope('carriers.read') },
    { to: '/carriers/calls', label: 'Carrier calls', isAllowed: hasScope('carrier-calls.read') },
  ];
  return <TabbedPage title="Carriers" path="/carriers" tabs={tabs} />;
}
