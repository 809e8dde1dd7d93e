import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import { parseId } from '../../platform/http/contract/path-id.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { isSameCompany } from '../../domain/company-names.js';
import { isValidPro, normalizePro } from '../../domain/pro-number.js';
import { toDto } from '../../platform/http/contract/case-mapper.js';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierDto, type CarrierListQuery } from './carriers.dto.js';
import { CarriersRepository, type CarrierIdentity, type TenantCarrier } from './carriers.repository.js';
import { mergeDirectory } from './carrier-directory.js';
import {
  toTenantCarrier,
  filterPage,
  type OrganizationCarrier,
  type OrganizationCarrierLookup,
} from './organization-carriers.js';

/** The carrier of a shipment, as its quote named it. */
export interface FreightCarrier {
  scac: string;
  carrierName: string;
}

/** The directory that all organizations share, plus each organization's own carriers. */
@Injectable()
export class CarriersService implements OnApplicationBootstrap {
  private lookUpOrganizationCarriers: OrganizationCarrierLookup = () => Promise.resolve([]);

  constructor(
    private readonly carriers: CarriersRepository,
    private readonly adapters: AdapterRegistry,
    private readonly transactions: Transactions,
  ) {}

  /** Runs after every module's initialization, when the registry knows every adapter. */
  async onApplicationBootstrap(): Promise<void> {
    const facts = mergeDirectory(this.adapters.listCarrierFacts());
    await this.transactions.run(() => this.carriers.sync(facts));
  }

  /** The tariffs feature registers its lookup at startup. */
  registerOrganizationCarriers(lookUp: OrganizationCarrierLookup): void {
    this.lookUpOrganizationCarriers = lookUp;
  }

  /** Returns the enabled carriers: the organization's own, then the directory's. */
  async list(tenant: Tenant, query: CarrierListQuery): Promise<Page<CarrierDto>> {
    const rated = (await this.lookUpOrganizationCarriers(tenant)).filter(({ enabled }) => enabled);
    const scacs = rated.map(({ scac }) => scac);
    const known = scacs.length > 0 ? await this.carriers.filterKnownScacs(scacs) : [];
    const own = filterPage(
      rated.filter(({ scac }) => !known.includes(scac)),
      query,
    );
    const { data, hasMore } = await this.carriers.listEnabled(tenant, query, known);
    const { limit } = query;
    const carriers = [...own, ...data].slice(0, limit);
    return new Page(carriers.map(toCarrierDto), hasMore || own.length + data.length > limit);
  }

  /** @param idOrScac integer id or SCAC */
  async get(tenant: Tenant, idOrScac: string): Promise<CarrierDto> {
    const isScac = /^[A-Za-z][A-Za-z0-9]{1,3}$/.test(idOrScac);
    const wanted = isScac ? idOrScac.toUpperCase() : parseId(idOrScac);
    const carrier =
      typeof wanted === 'string'
        ? await this.carriers.findByScac(tenant, wanted)
        : await this.carriers.findById(tenant, wanted);
    if (carrier?.enabled) return toCarrierDto(carrier);
    const own = (await this.lookUpOrganizationCarriers(tenant)).find((one) =>
      isCarrier(one, carrier?.scac ?? wanted),
    );
    if (!carrier && !own) throw new RowMissing();
    return toCarrierDto(carrier ? { ...carrier, enabled: own?.enabled ?? false } : toTenantCarrier(own!));
  }

  /** Ignores case; returns null if the directory has none. */
  findByScacOrName(text: string): Promise<CarrierIdentity | null> {
    return this.carriers.findByScacOrName(text);
  }

  /**
   * Returns the SCAC of the carrier that a text names by its SCAC or by any name of the directory or of the
   * organization's tariffs. The carrier of the shipment takes precedence. Returns null for an unknown carrier.
   */
  async findScac(tenant: Tenant, text: string, shipment?: FreightCarrier): Promise<string | null> {
    const wanted = text.trim();
    const shipped = shipment?.scac;
    if (shipped === wanted.toUpperCase() || isSameCompany(shipment?.carrierName ?? '', wanted))
      return shipped!;
    const own = (await this.lookUpOrganizationCarriers(tenant)).filter(
      ({ scac, names }) => scac === wanted.toUpperCase() || names.some((name) => isSameCompany(name, wanted)),
    );
    if (own.some(({ scac }) => scac === shipped)) return shipped!;
    const known = await this.carriers.findByScacOrName(wanted);
    if (known) return known.scac;
    const shippedName = shipped && (await this.carriers.findByScacOrName(shipped))?.name;
    if (shippedName && isSameCompany(shippedName, wanted)) return shipped;
    return own[0]?.scac ?? null;
  }

  /** Returns whether a number can be a PRO number of the carrier; null if unknown. The adapter's rule takes precedence. */
  isPro(scac: string, pro: string): boolean | null {
    const facts = this.adapters.listCarrierFacts().find((carrier) => carrier.scac === scac);
    return facts?.isPro ? facts.isPro(normalizePro(pro)) : isValidPro(scac, pro);
  }
}

function isCarrier(own: OrganizationCarrier, wanted: string | number): boolean {
  return own.scac === wanted || toTenantCarrier(own).id === wanted;
}

function toCarrierDto(carrier: TenantCarrier): CarrierDto {
  return toDto(CarrierDto, carrier, { object: 'carrier' });
}
