import type { Event } from './event.entity.js';

/** An event in `GET /events` and in webhook deliveries. */
export interface EventPayload {
  id: string;
  type: string;
  created: string;
  livemode: boolean;
  data: object;
}

export function toEventPayload({ publicId, type, createdAt, mode, data }: Event): EventPayload {
  return { id: publicId, type, created: createdAt.toISOString(), livemode: mode === 'live', data };
}
