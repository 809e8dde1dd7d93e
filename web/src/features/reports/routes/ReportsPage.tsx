import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

const PARTS: TabDefinition[] = [
  ['/reports/spend', 'Spend', true],
  ['/reports/transit', 'On time', true],
  ['/reports/billing', 'Billing', true],
];

/** What happened over a while, added up. */
export default function Reports() {
  return <TabbedPage title="Reports" path="/reports" tabs={PARTS} keepsSearch />;
}
