import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { Event } from './event.entity.js';

@Injectable()
export class EventsRepository extends OwnedRepository<Event> {
  constructor(transactions: Transactions) {
    super(transactions, Event);
  }

  /**
   * Of all tenants: deletes up to `limit` events that are older than `ageMs` by the database's clock and that no
   * SELECT of `needed` names. Others delete other ones. Returns how many went.
   */
  async deleteOld(ageMs: number, needed: string[], limit: number): Promise<number> {
    const unneeded = needed.map(
      (ids) => `AND NOT EXISTS (SELECT FROM (${ids}) AS needed (id) WHERE needed.id = e.public_id)`,
    );
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `DELETE FROM events WHERE id = ANY (ARRAY(
         SELECT e.id FROM events e
         WHERE e.created_at <= now() - $1 * interval '1 millisecond' ${unneeded.join(' ')}
         ORDER BY e.created_at LIMIT $2 FOR UPDATE OF e SKIP LOCKED))`,
      [ageMs, limit],
    );
    return count;
  }
}
