import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Kind, Time } from '../../platform/http/contract/response-fields.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';

@ApiSchema({ description: 'A carrier of the directory, as the account sees it.' })
export class CarrierDto {
  /** Always `carrier`. */
  @Kind('carrier')
  object: 'carrier';
  /**
   * The carrier's id, the same in every organization and mode; of a carrier that only a tariff names, a number of the
   * account’s own. A string under shape B.
   */
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }] })
  id: number;
  /** Trading name. */
  name: string;
  /** Standard Carrier Alpha Code. */
  scac: string;
  /** What the carrier moves: `ltl`. */
  carrier_type: string;
  /** True when the account can ship with the carrier in the key's mode. */
  enabled: boolean;
  /** Whom to ask for. */
  contact: string | null;
  /** Customer service's phone number. */
  phone: string | null;
  /** Customer service's email address. */
  email: string | null;
  /** An image of the carrier's logo. */
  logo_url: string | null;
  /** The carrier's public tracking page; `{pro}` stands for the PRO number. */
  tracking_url: string | null;
  /** When the carrier entered the directory, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

export class CarrierListQuery extends ForwardPageQuery {}
