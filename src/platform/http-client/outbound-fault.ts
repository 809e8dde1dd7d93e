/** Somebody outside couldn't be asked or didn't answer sensibly: nothing is known. */
export class OutboundFault extends Error {
  constructor(
    message = '',
    /** How long it wants to be left alone, in milliseconds. */
    readonly cooldownMs?: number,
    /** True where it surely did nothing: it was never reached, or turned the call away at its door. */
    readonly unheard = false,
  ) {
    super(message);
  }
}
