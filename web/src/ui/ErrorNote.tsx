import { LadingError } from '@lading/sdk';
import { Anchor } from '@mantine/core';
import styles from './ui.module.css';

/** Why something did not happen, and by which number the operator finds it. */
export function ErrorNote({ error }: { error: unknown }) {
  if (!error) return null;
  const { message } = error as Error;
  const { errors, requestId, details } =
    error instanceof LadingError ? error : { errors: [], requestId: undefined, details: undefined };
  return (
    <div className={styles.error} role="alert">
      <div>{message}</div>
      {(errors.length > 1 || errors.some(({ row }) => row !== undefined)) && (
        <ul>
          {errors.slice(0, 50).map(({ param, row, column, message: fault }, at) => (
            <li key={at}>
              {row !== undefined && `Row ${row}${column ? `, ${column}` : ''}: `}
              {row === undefined && param && <code>{param}</code>} {fault}
            </li>
          ))}
        </ul>
      )}
      {(requestId || details?.doc_url) && (
        <footer>
          {requestId && (
            <>
              Request <code>{requestId}</code>
            </>
          )}{' '}
          {details && (
            <Anchor inherit href={`/docs/errors#${details.code}`} target="_blank" rel="noreferrer">
              About {details.code}
            </Anchor>
          )}
        </footer>
      )}
    </div>
  );
}
