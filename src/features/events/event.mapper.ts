import type { Event } from './event.entity.js';

/** The version in the API's path. */
export const API_VERSION = 'v1';

/** An event in `GET /events` and in webhook deliveries. */
export interface EventPayload {
  object: 'event';
  id: string;
  type: string;
  created: string;
  created_at: string;
  livemode: boolean;
  api_version: typeof API_VERSION;
  data: object;
}

export function toEventPayload({
  publicId,
  type,
  createdAt,
  mode,
  data,
}: Pick<Event, 'publicId' | 'type' | 'createdAt' | 'mode' | 'data'>): EventPayload {
  const created = createdAt.toISOString();
  return {
    object: 'event',
    id: publicId,
    type,
    created,
    created_at: created,
    livemode: mode === 'live',
    api_version: API_VERSION,
    data,
  };
}
