import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

const TABS: TabDefinition[] = [
  { to: '/reports/spend', label: 'Spend' },
  { to: '/reports/transit', label: 'On-time delivery' },
  { to: '/reports/billing', label: 'Carrier bills' },
];

export default function ReportsPage() {
  return <TabbedPage title="Reports" path="/reports" tabs={TABS} keepsSearch />;
}
