import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApiQuery } from '../session/api-hooks';
import type { Lading } from '@lading/sdk';
import { ErrorNote } from './ErrorNote';
import { LoadingSkeleton } from './layout';
import styles from './ui.module.css';

/** A file as an address of this page, as long as it is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** A paper, shown where one is. */
export function DocumentViewer({
  name,
  queryKey,
  read,
}: {
  name: string;
  queryKey: readonly unknown[];
  read: (lading: Lading) => Promise<Response>;
}) {
  const file = useApiQuery(['paper', ...queryKey], async (lading) => (await read(lading)).blob());
  const url = useObjectUrl(file.data);
  if (file.error) return <ErrorNote error={file.error} />;
  if (!file.data || !url) return <LoadingSkeleton lines={3} />;
  return (
    <div className={styles.stack}>
      <div className={styles.actions}>
        <Button component="a" href={url} download={`${name}.${getExtension(file.data)}`} variant="default">
          Download
        </Button>
        <Button component="a" href={url} target="_blank" variant="default">
          Open and print
        </Button>
      </div>
      {file.data.type.startsWith('image/') ? (
        <img src={url} alt={name} style={{ maxWidth: '100%' }} />
      ) : (
        <iframe className={styles.papers} src={url} title={name} />
      )}
    </div>
  );
}

function getExtension(file: Blob): string {
  return file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';
}

/** Hands a file to whoever sits here. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
