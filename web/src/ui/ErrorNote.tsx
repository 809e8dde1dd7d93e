import { LadingError } from '@lading/sdk';
import { Anchor } from '@mantine/core';
import styles from './ui.module.css';

/** Longer lists come from imports of large files. */
const MAX_LISTED_ERRORS = 50;

/** Shows an error with its field errors, its request ID and a link to the error reference. */
export function ErrorNote({ error }: { error: unknown }) {
  if (!error) return null;
  const { errors, requestId, details } =
    error instanceof LadingError ? error : { errors: [], requestId: undefined, details: undefined };
  const isListed = errors.length > 1 || errors.some(({ row }) => row !== undefined);
  return (
    <div className={styles.error} role="alert">
      <div>{(error as Error).message}</div>
      {isListed && (
        <ul>
          {errors.slice(0, MAX_LISTED_ERRORS).map(({ param, row, column, message }, index) => (
            <li key={index}>
              {row !== undefined && `Row ${row}${column ? `, ${column}` : ''}: `}
              {row === undefined && param && <code>{param}</code>} {message}
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
