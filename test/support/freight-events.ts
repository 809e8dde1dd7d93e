import type { TestApp } from './app.js';

export interface StoredEvent {
  type: string;
  data: Record<string, never> & {
    shipment: {
      id: number;
      freight_id: number | null;
      proNumber: string;
      status: string;
      location: string;
      carrier: string;
    };
  };
}

/** Lists the events of one shipment, oldest first. */
export function listFreightEvents({ sql }: TestApp, freightId: number): Promise<StoredEvent[]> {
  return sql.query(`SELECT type, data FROM events WHERE data->'shipment'->>'id' = $1 ORDER BY id`, [
    String(freightId),
  ]);
}

export async function listFreightEventTypes(app: TestApp, freightId: number): Promise<string[]> {
  return (await listFreightEvents(app, freightId)).map(({ type }) => type);
}
