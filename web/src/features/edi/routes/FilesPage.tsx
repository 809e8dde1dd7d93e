import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { toChoices } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, formatNumber, humanize } from '../../../ui/format';
import { EmptyState, Stack } from '../../../ui/layout';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { ediQueries, formatSet } from '../api/edi';
import { UploadFile } from '../components/UploadFile';

type File = Schemas['EdiInterchange'];

const route = getRouteApi('/app/edi/files');

const DIRECTIONS = toChoices<File['direction']>(['inbound', 'outbound']);
const STATUSES = toChoices<File['status']>([
  'received',
  'processed',
  'rejected',
  'quarantined',
  'ready',
  'sent',
]);

/** The files that were received from trading partners, and the files for them. */
export default function FilesPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const [isUploadOpen, setUploadOpen] = useState(false);
  const list = useQuery(ediQueries.files(session, filters.values));
  const partners = useQuery(ediQueries.partnerChoices(session));
  const findPartner = (id: number) => partners.data?.find((partner) => partner.id === id);
  const actions = session.hasScope('edi.write') && (
    <Button onClick={() => setUploadOpen(true)}>Upload file</Button>
  );
  return (
    <Stack>
      <div className={styles.actions}>{actions}</div>
      <div>
        <FilterBar>
          <ChoiceFilter filters={filters} name="direction" label="Direction" choices={DIRECTIONS} />
          <ChoiceFilter filters={filters} name="status" label="Status" choices={STATUSES} />
          <ChoiceFilter
            filters={filters}
            name="partner_id"
            label="Trading partner"
            choices={(partners.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <TextFilter filters={filters} name="created[gte]" label="Created on or after" type="date" />
        </FilterBar>
        <PagedTable
          label="EDI files"
          list={list}
          filters={filters}
          columns={[
            {
              label: 'File',
              render: ({ id }) => (
                <Link to="/edi/files/$id" params={{ id }}>
                  {id}
                </Link>
              ),
            },
            { label: 'Direction', render: ({ direction }) => humanize(direction) },
            { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
            {
              label: 'Partner',
              render: ({ partner_id: id }) => findPartner(id)?.name ?? id,
            },
            { label: 'Control number', render: ({ control_number }) => <code>{control_number}</code> },
            { label: 'Documents', render: summarizeDocuments },
            {
              label: 'Size (bytes)',
              alignRight: true,
              render: ({ size_bytes }) => formatNumber(size_bytes),
            },
            { label: 'Time', render: ({ created_at }) => formatDateTime(created_at) },
          ]}
          empty={
            <EmptyState title="No EDI files yet" action={actions}>
              Create a trading partner, then upload its X12 files here or send them to the API. Lading writes
              an acknowledgment (997) for each file.
            </EmptyState>
          }
        />
      </div>
      <SidePanel title="Upload file" isOpen={isUploadOpen} close={() => setUploadOpen(false)} size="md">
        <UploadFile />
      </SidePanel>
    </Stack>
  );
}

/** Formats the kinds of the documents, or the inbound file that an outbound one acknowledges. */
function summarizeDocuments({ documents, acknowledges_id: acknowledgesId }: File): string {
  if (acknowledgesId !== null) return `${formatSet('997')} of file ${acknowledgesId}`;
  return [...new Set(documents.map(({ set }) => set))].map(formatSet).join(', ');
}
