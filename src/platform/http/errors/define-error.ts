import { ExtensionError } from '../../../config/extension.js';
import { ERRORS, type DefinedErrorCode } from './errors.js';

export interface NewError {
  status: 400 | 403 | 404 | 422;
  /** The default message. */
  message: string;
  /** The text of the error page: the cause and what to do. */
  help: string;
}

/**
 * Defines an error code of an extension, for `new ApiError(code)` and `@Operation({ errors: [code] })`.
 * @throws ExtensionError if the code exists
 */
export function defineError(code: string, error: NewError): DefinedErrorCode {
  if (!/^[a-z][a-z0-9_]{2,59}$/.test(code)) {
    throw new ExtensionError(`The error code "${code}" must be lower-case words joined by underscores.`);
  }
  const defined = code as DefinedErrorCode;
  const other = Object.hasOwn(ERRORS, code) && ERRORS[defined];
  if (other) {
    throw new ExtensionError(
      `The error code "${code}" is defined twice: "${other.message}" and "${error.message}". Rename one.`,
    );
  }
  ERRORS[defined] = { ...error, type: 'invalid_request_error' };
  return defined;
}
