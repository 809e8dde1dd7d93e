import { PartedPage, type Part } from '../../ui/PartedPage';

const PARTS: Part[] = [
  ['/reports/spend', 'Spend', true],
  ['/reports/transit', 'On time', true],
  ['/reports/billing', 'Billing', true],
];

/** What happened over a while, added up. */
export default function Reports() {
  return <PartedPage title="Reports" at="/reports" parts={PARTS} keepsSearch />;
}
