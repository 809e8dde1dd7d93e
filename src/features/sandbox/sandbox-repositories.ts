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

type EntityClass<E> = new () => E;

type TimeKeys<E> = { [K in keyof E]: E[K] extends Date | null ? K : never }[keyof E];

/** Rows to look at; of what stands in them only times can be turned, never a state. */
type SandboxRepository<E extends OwnedEntity> = Pick<
  OwnedRepository<E>,
  'get' | 'findBy' | 'listBy' | 'page' | 'lock'
> & {
  setTimes(
    tenant: Tenant,
    id: number,
    times: { [K in Exclude<TimeKeys<E>, 'createdAt'>]?: Sql },
  ): Promise<void>;
};

/** Rows of any kind, past the features that own them: what simulations tell of, and the times that they turn forward. */
@Injectable()
export class SandboxRepositories {
  private readonly repositories = new Map<EntityClass<OwnedEntity>, unknown>();

  constructor(private readonly transactions: Transactions) {}

  get<E extends OwnedEntity>(entity: EntityClass<E>): SandboxRepository<E> {
    let door = this.repositories.get(entity) as SandboxRepository<E> | undefined;
    if (!door) this.repositories.set(entity, (door = new SandboxEntityRepository(this.transactions, entity)));
    return door;
  }

  /** The row with the id, or else the newest that has these values. @throws ApiError resource_missing */
  async findOrNewest<E extends OwnedEntity>(
    entity: EntityClass<E>,
    tenant: Tenant,
    id?: number,
    filter: Filter<E> = {},
  ): Promise<E | null> {
    const rows = this.get(entity);
    if (id !== undefined) return rows.get(tenant, id);
    return (await rows.page(tenant, { limit: 1 }, filter)).data[0] ?? null;
  }
}

class SandboxEntityRepository<E extends OwnedEntity> extends OwnedRepository<E> {
  constructor(transactions: Transactions, entity: EntityClass<E>) {
    super(transactions, entity);
  }

  async setTimes(tenant: Tenant, id: number, times: object): Promise<void> {
    await this.update(tenant, id, times as Changes<E>);
  }
}
