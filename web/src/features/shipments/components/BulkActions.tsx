import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { pluralize } from '../../../ui/format';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';

type BulkDocumentType = 'bol' | 'labels' | 'invoice';

/** What is done to all chosen shipments at once. */
export default function BulkActions({ ids, clear }: { ids: ReadonlySet<number>; clear: () => void }) {
  const { lading, hasScope: may } = useSession();
  const queries = useQueryClient();
  const [papers, setPapers] = useState<BulkDocumentType[]>();
  const [isDone, setDone] = useState(0);
  const all = [...ids];

  /** One after the other: each is a call to a carrier. What is refused is named and doesn't keep the others. */
  async function cancelAll() {
    const refused: string[] = [];
    for (const [at, id] of all.entries()) {
      await lading.freight.cancel(id).catch((error: Error) => refused.push(`${id}: ${error.message}`));
      setDone(at + 1);
    }
    setDone(0);
    await queries.invalidateQueries();
    if (refused.length > 0) throw new Error(`Not cancelled: ${refused.join(' ')}`);
    clear();
  }

  return (
    <div className={styles.filters} role="group" aria-label="Chosen shipments">
      <strong>{pluralize(all.length, 'shipment')}</strong>
      <Button variant="default" onClick={() => setPapers(['bol'])}>
        Print bills of lading
      </Button>
      <Button variant="default" onClick={() => setPapers(['labels'])}>
        Print labels
      </Button>
      <Button variant="default" onClick={() => setPapers(['bol', 'labels'])}>
        Print both
      </Button>
      {may('freight.write') && (
        <ConfirmButton
          label="Cancel shipments"
          title={`Cancel ${pluralize(all.length, 'shipment')}?`}
          danger
          variant="light"
          onConfirm={cancelAll}
        >
          Carriers that were booked are told. A cancelled shipment stays cancelled.
          {isDone > 0 && <Progress value={(isDone / all.length) * 100} aria-label="Progress" mt="sm" />}
        </ConfirmButton>
      )}
      <Button variant="subtle" onClick={clear}>
        Choose none
      </Button>
      <SidePanel title="Papers" isOpen={papers !== undefined} close={() => setPapers(undefined)} size="xl">
        <DocumentViewer
          name={`papers-${all.length}`}
          queryKey={['bulk', papers, all]}
          read={(lading) =>
            lading.documents.create({ freight_ids: all, documents: papers ?? ['bol'], label_format: '4x6' })
          }
        />
      </SidePanel>
    </div>
  );
}
