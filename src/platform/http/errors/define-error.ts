import { ExtensionError } from '../../../config/extension.js';
import { ERRORS, type DefinedErrorCode } from './errors.js';

export interface NewError {
  status: 400 | 403 | 404 | 422;
  /** What the client reads when the thrower says nothing more exact. */
  message: string;
  /** For the error page: why it happens and what to do. */
  help: string;
}

/**
 * An error code of an extension's own, for `new ApiError(code)` and `@Operation({ errors: [code] })`: it stands in the
 * document and on `/docs/errors` like any other. @throws ExtensionError when it exists already
 */
export function defineError(code: string, error: NewError): DefinedErrorCode {
  if (!/^[a-z][a-z0-9_]{2,59}$/.test(code)) {
    throw new ExtensionError(`The error code "${code}" must be words in lower case joined by underscores.`);
  }
  const defined = code as DefinedErrorCode;
  const other = Object.hasOwn(ERRORS, code) && ERRORS[defined];
  if (other) {
    throw new ExtensionError(
      `The error code "${code}" is defined twice: "${other.message}" and "${error.message}"`,
    );
  }
  ERRORS[defined] = { ...error, type: 'invalid_request_error' };
  return defined;
}
