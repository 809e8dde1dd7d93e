/** What a carrier can be asked: the methods of the port. */
export const CARRIER_OPERATIONS = ['rate', 'tender', 'pickup', 'cancel', 'track', 'documents'] as const;
export type CarrierOperation = (typeof CARRIER_OPERATIONS)[number];

/**
 * How sure what is known of a carrier's API is. A: official documentation, or recorded answers that a maintained client
 * keeps; B: two or more public clients agree; C: one client, or derived.
 */
export const GRADES = ['A', 'B', 'C'] as const;
export type Grade = (typeof GRADES)[number];
