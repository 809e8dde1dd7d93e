/** Settings that an adapter refuses, or an adapter that isn't installed: the operator's mistake, told as it is. */
export class ConnectionRefused extends Error {}
