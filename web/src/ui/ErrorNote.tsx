import { LadingError } from '@lading/sdk';
import { Anchor } from '@mantine/core';
import { formatFault } from './field-labels';
import type { FormField } from './form-values';
import { pluralize } from './format';
import styles from './ui.module.css';

/** Longer lists come from imports of large files. */
const MAX_LISTED_ERRORS = 50;

/** Shows an error with its field errors, its request ID and a link to the error reference. */
export function ErrorNote({ error, fields }: { error: unknown; fields?: readonly FormField[] }) {
  if (!error) return null;
  const { errors, param, requestId, details } =
    error instanceof LadingError
      ? error
      : { errors: [], param: undefined, requestId: undefined, details: undefined };
  const { message } = error as Error;
  const isListed = errors.length > 1 || errors.some(({ row }) => row !== undefined);
  return (
    <div className={styles.error} role="alert">
      <div>
        {isListed
          ? `Correct ${pluralize(errors.length, 'error')} and try again.`
          : formatFault({ param, message }, fields)}
      </div>
      {isListed && (
        <ul>
          {errors.slice(0, MAX_LISTED_ERRORS).map((fault, index) => (
            <li key={index}>
              {fault.row !== undefined && `Row ${fault.row}${fault.column ? `, ${fault.column}` : ''}: `}
              {formatFault(fault, fields)}
            </li>
          ))}
        </ul>
      )}
      {(requestId || details?.doc_url) && (
        <footer>
          {requestId && (
            <>
              Request ID: <code>{requestId}</code>
            </>
          )}{' '}
          {details && (
            <Anchor inherit href={`/docs/errors#${details.code}`} target="_blank" rel="noreferrer">
              Learn more
            </Anchor>
          )}
        </footer>
      )}
    </div>
  );
}
