import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import {
  OwnedRepository,
  type Changes,
  type Filter,
  type Sql,
} from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';

type Entity<E> = new () => E;

type TimeOf<E> = { [K in keyof E]: E[K] extends Date | null ? K : never }[keyof E];

/** Rows to look at; of what stands in them only times can be turned, never a state. */
type TestDoor<E extends OwnedEntity> = Pick<
  OwnedRepository<E>,
  'get' | 'findBy' | 'listBy' | 'page' | 'lock'
> & {
  turn(tenant: Tenant, id: number, times: { [K in Exclude<TimeOf<E>, 'createdAt'>]?: Sql }): Promise<void>;
};

/** Rows of any kind, past the features that own them: what simulations tell of, and the times that they turn forward. */
@Injectable()
export class TestRows {
  private readonly doors = new Map<Entity<OwnedEntity>, unknown>();

  constructor(private readonly transactions: Transactions) {}

  of<E extends OwnedEntity>(entity: Entity<E>): TestDoor<E> {
    let door = this.doors.get(entity) as TestDoor<E> | undefined;
    if (!door) this.doors.set(entity, (door = new Door(this.transactions, entity)));
    return door;
  }

  /** The row with the id, or else the newest that has these values. @throws ApiError resource_missing */
  async pick<E extends OwnedEntity>(
    entity: Entity<E>,
    tenant: Tenant,
    id?: number,
    filter: Filter<E> = {},
  ): Promise<E | null> {
    const rows = this.of(entity);
    if (id !== undefined) return rows.get(tenant, id);
    return (await rows.page(tenant, { limit: 1 }, filter)).data[0] ?? null;
  }
}

class Door<E extends OwnedEntity> extends OwnedRepository<E> {
  constructor(transactions: Transactions, entity: Entity<E>) {
    super(transactions, entity);
  }

  async turn(tenant: Tenant, id: number, times: object): Promise<void> {
    await this.update(tenant, id, times as Changes<E>);
  }
}
