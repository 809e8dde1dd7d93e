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

/** Reads rows, and changes only their timestamps, never their state. */
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

/** Gives simulations access to the rows of every feature. */
@Injectable()
export class SandboxRepositories {
  private readonly repositories = new Map<EntityClass<OwnedEntity>, unknown>();

  constructor(private readonly transactions: Transactions) {}

  get<E extends OwnedEntity>(entity: EntityClass<E>): SandboxRepository<E> {
    let repository = this.repositories.get(entity) as SandboxRepository<E> | undefined;
    if (!repository) {
      repository = new SandboxEntityRepository(this.transactions, entity);
      this.repositories.set(entity, repository);
    }
    return repository;
  }

  /** Returns the row with the id, or the newest row with these values. @throws ApiError resource_missing */
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
