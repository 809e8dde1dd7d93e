import type { Schemas } from '@lading/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPage } from '../../../session/api-query';
import { PagedTable } from '../../../ui/DataTable';
import type { Filters } from '../../../ui/filters';
import { formatDateTime } from '../../../ui/format';
import type { SearchText } from '../../../ui/search-params';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { formatSet } from '../api/edi';
import { formatDocumentError } from './document-errors';

type Document = Schemas['EdiDocument'];

/** Lists documents with the shipment or bill that they changed, or the reason why they changed none. */
export function DocumentTable<S extends SearchText>({
  label,
  list,
  filters,
  empty,
  showFile = false,
}: {
  label: string;
  list: { data?: ListPage<Document>; error: Error | null; isPlaceholderData?: boolean };
  filters: Filters<S>;
  empty: ReactNode;
  /** Links to the file of each document. */
  showFile?: boolean;
}) {
  return (
    <PagedTable<Document, S>
      label={label}
      list={list}
      filters={filters}
      columns={[
        { label: 'Document', render: ({ set }) => formatSet(set) },
        { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
        { label: 'Control number', render: ({ control_number }) => <code>{control_number}</code> },
        { label: 'Reference', render: ({ reference }) => reference },
        { label: 'Result', render: renderLinks },
        { label: 'Details', render: (document) => <DocumentDetails document={document} /> },
        ...(showFile
          ? [
              {
                label: 'File',
                render: ({ interchange_id: id }: Document) => (
                  <Link to="/edi/files/$id" params={{ id }}>
                    {id}
                  </Link>
                ),
              },
            ]
          : []),
        { label: 'Received', render: ({ created_at }) => formatDateTime(created_at) },
      ]}
      empty={empty}
    />
  );
}

/** Returns null without a link, so that a phone hides the empty cell. */
function renderLinks({ freight_id: freightId, bill_id: billId }: Document): ReactNode {
  if (!freightId && !billId) return null;
  return (
    <>
      {freightId && (
        <Link to="/shipments/$id" params={{ id: freightId }}>
          Shipment {freightId}
        </Link>
      )}{' '}
      {billId && (
        <Link to="/bills/$id" params={{ id: billId }}>
          Bill {billId}
        </Link>
      )}
    </>
  );
}

function DocumentDetails({ document: { message, errors } }: { document: Document }) {
  return (
    <>
      {message}
      {errors.length > 0 && (
        <ul className={styles.list}>
          {errors.map((error) => (
            <li key={formatDocumentError(error)}>{formatDocumentError(error)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
