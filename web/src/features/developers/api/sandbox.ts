import { apiQuery, type ApiContext, type Resource } from '../../../session/api-query';

/** The test data that a simulated event changes or a reset deletes. */
export const SANDBOX_WRITES: readonly Resource[] = [
  'sandbox',
  'quotes',
  'freight',
  'tracking',
  'invoices',
  'bills',
  'customers',
  'addresses',
  'products',
  'tariffs',
  'carriers',
  'webhooks',
  'events',
  'reports',
  'limits',
];

export const sandboxQueries = {
  status: (context: ApiContext) => ({
    ...apiQuery(context, ['sandbox'], (lading) => lading.sandbox.status()),
    // Every write in test mode changes the counts.
    staleTime: 0,
  }),
};
