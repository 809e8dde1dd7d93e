import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useInvalidate } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import { pluralize } from '../../../ui/format';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';
import { SHIPMENT_WRITES, shipmentQueries } from '../api/shipments';

type BulkDocumentType = 'bol' | 'labels';

/** Prints or cancels the selected shipments. */
export default function BulkActions({ ids, clear }: { ids: ReadonlySet<number>; clear: () => void }) {
  const session = useSession();
  const invalidate = useInvalidate();
  const [documents, setDocuments] = useState<BulkDocumentType[]>();
  const [processedCount, setProcessedCount] = useState(0);
  const selected = [...ids];

  /** Cancels in sequence, because each cancellation calls a carrier. Throws with all failures at the end. */
  async function cancelAll() {
    const failures: string[] = [];
    for (const [index, id] of selected.entries()) {
      await session.lading.freight
        .cancel(id)
        .catch((error: Error) => failures.push(`Shipment ${id}: ${error.message}`));
      setProcessedCount(index + 1);
    }
    setProcessedCount(0);
    await invalidate(SHIPMENT_WRITES);
    if (failures.length > 0)
      throw new Error(`${pluralize(failures.length, 'shipment')} not canceled. ${failures.join(' ')}`);
    clear();
  }

  return (
    <div className={styles.filters} role="group" aria-label="Selected shipments">
      <strong>{pluralize(selected.length, 'shipment')} selected</strong>
      <Button variant="default" onClick={() => setDocuments(['bol'])}>
        Print BOLs
      </Button>
      <Button variant="default" onClick={() => setDocuments(['labels'])}>
        Print labels
      </Button>
      <Button variant="default" onClick={() => setDocuments(['bol', 'labels'])}>
        Print BOLs & labels
      </Button>
      {session.hasScope('freight.write') && (
        <ConfirmButton
          label="Cancel shipments"
          title={`Cancel ${pluralize(selected.length, 'shipment')}?`}
          danger
          variant="light"
          onConfirm={cancelAll}
        >
          Lading cancels booked shipments with their carriers. You can't undo this.
          {processedCount > 0 && (
            <Progress value={(processedCount / selected.length) * 100} aria-label="Progress" mt="sm" />
          )}
        </ConfirmButton>
      )}
      <Button variant="subtle" onClick={clear}>
        Clear selection
      </Button>
      <SidePanel
        title="Documents"
        isOpen={documents !== undefined}
        close={() => setDocuments(undefined)}
        size="xl"
      >
        <DocumentViewer
          name={`documents-${selected.length}`}
          query={shipmentQueries.bulkPdf(session, selected, documents ?? ['bol'])}
        />
      </SidePanel>
    </div>
  );
}
