/** An outside system could not be reached or gave no usable response. Its state is unknown. */
export class OutboundFault extends Error {
  constructor(
    message = '',
    /** Milliseconds for which the system asked not to be called. */
    readonly cooldownMs?: number,
    /** True if the system certainly did nothing: the call never reached it, or it was rejected at once. */
    readonly unheard = false,
    /** The body of the response; empty without one. */
    readonly answer = '',
  ) {
    super(message);
  }
}
