import { ApiError } from '../../platform/http/errors/api-error.js';

/** What can't be connected like this: the mistake of who connects. An operator reads the message, a client the answer. */
export class ConnectionRefused extends Error {
  constructor(
    message: string,
    readonly apiError = new ApiError('connection_refused', { message }),
  ) {
    super(message);
  }
}
