import { Injectable } from '@nestjs/common';
import { normalizePro } from '../../domain/pro-number.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';

/** The numbers by which a carrier's document names a shipment. */
export interface ShipmentNumbers {
  proNumber: string | null;
  bolNumber?: string | null;
  /** The shipper's id of the shipment. Carriers repeat the bill of lading number in it. */
  shipmentId: string | null;
}

/** Finds the shipment that a carrier's document names. */
@Injectable()
export class FindEdiShipmentService {
  constructor(private readonly freightLifecycle: FreightLifecycle) {}

  /** Looks for the bill of lading number first, because carriers reuse PRO numbers. Returns null for another carrier's shipment. */
  async find(tenant: Tenant, scac: string, numbers: ShipmentNumbers): Promise<Freight | null> {
    for (const bolNumber of [numbers.bolNumber, numbers.shipmentId]) {
      const freight = bolNumber ? await this.freightLifecycle.findByBolNumber(tenant, bolNumber) : null;
      if (freight?.scac === scac) return freight;
    }
    return numbers.proNumber === null ? null : this.findByProNumber(tenant, scac, numbers.proNumber);
  }

  /** Returns a canceled shipment only if no other one has the number. */
  private async findByProNumber(tenant: Tenant, scac: string, proNumber: string): Promise<Freight | null> {
    const found: Freight[] = [];
    for (const spelling of new Set([normalizePro(proNumber), proNumber]))
      found.push(...(await this.freightLifecycle.listByProNumber(tenant, spelling)));
    const own = found.filter((freight) => freight.scac === scac);
    return own.findLast(({ status }) => status !== 'voided') ?? own.at(-1) ?? null;
  }
}

/** Returns the number by which a person finds the shipment. */
export function toReference({ proNumber, bolNumber, shipmentId }: ShipmentNumbers): string | null {
  return (proNumber ?? bolNumber ?? shipmentId)?.slice(0, 255) ?? null;
}
