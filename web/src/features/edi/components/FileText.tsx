import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { downloadFile } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatNumber } from '../../../ui/format';
import { Dimmed, JsonBlock, LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { ediQueries } from '../api/edi';
import { splitSegments } from './split-segments';

/** The rest of a longer file is only in the download. */
const MAX_SHOWN = 100_000;

/** Shows the text of a file on request: an API key that reads an outbound file marks it as sent. */
export function FileText({ file }: { file: Schemas['EdiInterchange'] }) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const raw = useQuery({ ...ediQueries.text(session, file.id), enabled: isOpen });
  const marksSent = file.status === 'ready' && !session.member && session.hasScope('edi.write');
  return (
    <Section
      title="X12 text"
      actions={
        raw.data && (
          <Button variant="default" onClick={() => downloadFile(raw.data.file, `interchange-${file.id}.edi`)}>
            Download
          </Button>
        )
      }
    >
      <Stack>
        {!isOpen && marksSent && (
          <Dimmed>
            You are signed in with an API key. If the key has the scope edi.write, showing the text marks the
            file as sent.
          </Dimmed>
        )}
        {!isOpen && (
          <div className={styles.actions}>
            <Button variant="default" onClick={() => setOpen(true)}>
              Show text
            </Button>
          </div>
        )}
        <ErrorNote error={raw.error} />
        {raw.isLoading && <LoadingSkeleton lines={3} />}
        {raw.data && <JsonBlock value={splitSegments(raw.data.text.slice(0, MAX_SHOWN))} />}
        {raw.data && raw.data.text.length > MAX_SHOWN && (
          <Dimmed>The first {formatNumber(MAX_SHOWN)} characters. Download the file to see all of it.</Dimmed>
        )}
      </Stack>
    </Section>
  );
}
