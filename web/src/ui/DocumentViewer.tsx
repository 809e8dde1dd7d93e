import { Button } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorNote } from './ErrorNote';
import { LoadingSkeleton } from './layout';
import styles from './ui.module.css';

/** Returns an object URL for the file and revokes it when the file changes or the component unmounts. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

/** Shows a PDF or an image, with buttons to download and to print it. */
export function DocumentViewer({
  name,
  query,
}: {
  /** The file name without its extension. */
  name: string;
  query: UseQueryOptions<Blob, Error, Blob>;
}) {
  const file = useQuery(query);
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
        <iframe className={styles.document} src={url} title={name} />
      )}
    </div>
  );
}

function getExtension(file: Blob): string {
  return file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';
}

const REVOKE_AFTER_MS = 60_000;

export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
