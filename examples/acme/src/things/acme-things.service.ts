import { Injectable } from '@nestjs/common';
import {
  ApiError,
  DocumentRenderer,
  EventsService,
  OrganizationProfiles,
  Page,
  PeriodicJob,
  sql,
  Transactions,
  type Tenant,
} from 'lading';
import type { AcmeThing } from './acme-thing.entity.js';
import type { AcmeThingDto, AcmeThingListQuery, CreateAcmeThingDto } from './acme-things.dto.js';
import { ACME_THING_SOLD } from './acme-things.errors.js';
import { acmeThingSold } from './acme-things.events.js';
import { AcmeThingsRepository } from './acme-things.repository.js';
import { PACKING_LIST } from './packing-list.js';

const SOLD_RETENTION_DAYS = 90;

@Injectable()
export class AcmeThingsService {
  constructor(
    private readonly things: AcmeThingsRepository,
    private readonly events: EventsService,
    private readonly profiles: OrganizationProfiles,
    private readonly renderer: DocumentRenderer,
    private readonly transactions: Transactions,
  ) {}

  async create(tenant: Tenant, { name }: CreateAcmeThingDto): Promise<AcmeThingDto> {
    return present(await this.things.insert(tenant, { name }));
  }

  async list(tenant: Tenant, query: AcmeThingListQuery): Promise<Page<AcmeThingDto>> {
    return (await this.things.page(tenant, query)).map(present);
  }

  /** The row and its event commit together. @throws ApiError acme_thing_sold */
  async sell(tenant: Tenant, id: number): Promise<AcmeThingDto> {
    return this.transactions.run(async () => {
      const { soldAt } = await this.things.lock(tenant, id);
      if (soldAt) throw new ApiError(ACME_THING_SOLD);
      await this.things.update(tenant, id, { soldAt: sql('now()') });
      const thing = present(await this.things.get(tenant, id));
      await this.events.publish(tenant, acmeThingSold, { thing });
      return thing;
    });
  }

  /** Every worker process runs this, so it must be safe to run twice. */
  @PeriodicJob('1h', 'sold things')
  deleteSold(): Promise<void> {
    return this.things.deleteSold(SOLD_RETENTION_DAYS);
  }

  async packingList(tenant: Tenant, id: number): Promise<Buffer> {
    const { name: thing } = await this.things.get(tenant, id);
    const { logo } = await this.profiles.letterhead(tenant);
    return this.renderer.render(PACKING_LIST, { thing, logo });
  }
}

function present({ id, name, soldAt }: AcmeThing): AcmeThingDto {
  return { object: 'acme_thing', id, name, sold: soldAt !== null };
}
