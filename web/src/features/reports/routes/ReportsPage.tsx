import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

const TABS: TabDefinition[] = [
  { to: '/reports/spend', label: 'Spend' },
  { to: '/reports/transit', label: 'On time' },
  { to: '/reports/billing', label: 'Billing' },
];

export default function ReportsPage() {
  return <TabbedPage title="Reports" path="/reports" tabs={TABS} keepsSearch />;
}
