import { Injectable } from '@nestjs/common';
import { CarriersService } from '../carriers/carriers.service.js';
import { Config } from '../../config/config.js';

/** `carrierId` is null for a carrier that is not in the directory. */
export interface ResolvedCarrier {
  carrierId: number | null;
  carrierName: string;
}

@Injectable()
export class CarrierLookupService {
  constructor(
    private readonly carriers: CarriersService,
    private readonly config: Config,
  ) {}

  /** @param text name or SCAC; defaults to TRACKING_DEFAULT_CARRIER */
  async resolve(text: string | null | undefined): Promise<ResolvedCarrier> {
    const name = (text ?? this.config.tracking.defaultCarrier).trim();
    const known = await this.carriers.findByScacOrName(name);
    return { carrierId: known?.id ?? null, carrierName: known?.name ?? name };
  }
}
