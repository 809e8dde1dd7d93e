import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

export const MEMBER_WRITES: readonly Resource[] = ['members', 'limits', 'audit-log'];
export const INVITATION_WRITES: readonly Resource[] = ['invitations', 'limits', 'audit-log'];

const MAX_INVITATIONS = 50;

export const memberQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['members', filters], (lading) => lading.members.list(toListQuery(filters))),
};

export const invitationQueries = {
  /** The newest invitations, without paging. */
  all: (context: ApiContext) =>
    apiQuery(context, ['invitations'], (lading) => lading.invitations.list({ limit: MAX_INVITATIONS })),
};
