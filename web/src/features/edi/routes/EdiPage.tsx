import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

const TABS: TabDefinition[] = [
  { to: '/edi/files', label: 'Files' },
  { to: '/edi/unmatched', label: 'Unmatched documents' },
  { to: '/edi/partners', label: 'Trading partners' },
];

export default function EdiPage() {
  return <TabbedPage title="EDI" path="/edi" tabs={TABS} />;
}
