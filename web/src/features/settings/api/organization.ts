import type { Schemas } from '@lading/sdk';
import { apiQuery, type ApiContext, type Resource } from '../../../session/api-query';

export const ORGANIZATION_WRITES: readonly Resource[] = ['organization', 'audit-log'];

export const organizationQueries = {
  current: (context: ApiContext) =>
    apiQuery(context, ['organization'], (lading) => lading.organization.get()),
  logo: (context: ApiContext, { updated_at }: Schemas['Organization']) =>
    apiQuery(context, ['organization', 'logo', updated_at], async (lading) =>
      (await lading.organization.logo()).blob(),
    ),
};
