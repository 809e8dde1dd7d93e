import { Injectable } from '@nestjs/common';
import { CarriersService } from '../carriers/carriers.service.js';
import { Config } from '../../config/config.js';

/** A carrier as a tracked number has it: null is one that the directory doesn't know. */
export interface ResolvedCarrier {
  carrierId: number | null;
  carrierName: string;
}

/** Carriers by what clients call them. */
@Injectable()
export class CarrierLookupService {
  constructor(
    private readonly carriers: CarriersService,
    private readonly config: Config,
  ) {}

  /** By name or SCAC; the installation's default carrier without either. */
  async resolve(text: string | null | undefined): Promise<ResolvedCarrier> {
    const name = (text ?? this.config.tracking.defaultCarrier).trim();
    const known = await this.carriers.findByScacOrName(name);
    return { carrierId: known?.id ?? null, carrierName: known?.name ?? name };
  }
}
