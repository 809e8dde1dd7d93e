import type { Event } from './event.entity.js';

/** What an event says, wherever it is told. */
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
