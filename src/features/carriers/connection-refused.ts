import { ApiError } from '../../platform/http/errors/api-error.js';

/** An invalid connection. The command line shows the message, the API the `apiError`. */
export class ConnectionRefused extends Error {
  constructor(
    message: string,
    readonly apiError = new ApiError('connection_refused', { message }),
  ) {
    super(message);
  }
}
