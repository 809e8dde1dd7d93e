import type { Event } from './event.entity.js';

/** What an event says, wherever it is told. */
export interface ToldEvent {
  id: string;
  type: string;
  created: string;
  livemode: boolean;
  data: object;
}

export function tellEvent({ publicId, type, createdAt, mode, data }: Event): ToldEvent {
  return { id: publicId, type, created: createdAt.toISOString(), livemode: mode === 'live', data };
}
