import { Injectable } from '@nestjs/common';
import type { TenderRequest } from '../../carriers/carrier-requests.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';

/** How a carrier gets tenders by EDI. */
export interface EdiTenderTerms {
  partnerId: number;
  set: string;
  /** False if the carrier does not respond to tenders. */
  expectsResponse: boolean;
}

/** Writes the documents of bookings, in the caller's transaction. */
export interface EdiTenderWriter {
  /** Returns null if the carrier is not connected by EDI. */
  findTerms(tenant: Tenant, scac: string): Promise<EdiTenderTerms | null>;
  /** @throws ApiError carrier_not_connected */
  writeTender(tenant: Tenant, freight: Freight, tender: TenderRequest, terms: EdiTenderTerms): Promise<void>;
  /** Sends the tender again with another pickup. */
  writeChange(tenant: Tenant, freight: Freight, tender: TenderRequest): Promise<void>;
  /** Withdraws the tender of the freight. */
  writeCancellation(tenant: Tenant, freight: Freight, tender: TenderRequest): Promise<void>;
}

/** Sends bookings to carriers by EDI. The EDI feature registers its writer at startup. */
@Injectable()
export class EdiBookingService {
  private writer: EdiTenderWriter | null = null;

  registerWriter(writer: EdiTenderWriter): void {
    this.writer = writer;
  }

  /** Returns null if the carrier is not connected by EDI. */
  async findTerms(tenant: Tenant, scac: string): Promise<EdiTenderTerms | null> {
    return this.writer?.findTerms(tenant, scac) ?? null;
  }

  async writeTender(
    tenant: Tenant,
    freight: Freight,
    tender: TenderRequest,
    terms: EdiTenderTerms,
  ): Promise<void> {
    await this.writer!.writeTender(tenant, freight, tender, terms);
  }

  async writeChange(tenant: Tenant, freight: Freight, tender: TenderRequest): Promise<void> {
    await this.writer!.writeChange(tenant, freight, tender);
  }

  async writeCancellation(tenant: Tenant, freight: Freight, tender: TenderRequest): Promise<void> {
    await this.writer!.writeCancellation(tenant, freight, tender);
  }
}
