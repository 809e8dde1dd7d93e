import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Kind, Time } from '../../platform/http/contract/response-fields.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';

@ApiSchema({ description: 'A carrier of the directory.' })
export class CarrierDto {
  /** Always `carrier`. */
  @Kind('carrier') object: 'carrier';
  /**
   * The carrier's id, the same in every organization and mode. A carrier that appears only in a tariff has an id that is unique to your organization.
   * A string in shape B.
   */
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }] }) id: number;
  /** Trading name. */
  name: string;
  /** Standard Carrier Alpha Code. */
  scac: string;
  /** Type of freight: `ltl`. */
  carrier_type: string;
  /** True if your organization can ship with the carrier in the key's mode. */
  enabled: boolean;
  /** Contact person. */
  contact: string | null;
  /** Phone number of customer service. */
  phone: string | null;
  /** Email address of customer service. */
  email: string | null;
  /** URL of the carrier's logo. */
  logo_url: string | null;
  /** Public tracking page; `{pro}` stands for the PRO number. */
  tracking_url: string | null;
  /** When the carrier was added to the directory, ISO 8601 in UTC. */
  @Time() created_at: string;
}

export class CarrierListQuery extends ForwardPageQuery {}
