import { IsIn, IsInt, Max, Min } from 'class-validator';
import { FlagSetting, Setting } from '../../setting.js';

/** The transaction sets that tender a shipment: load tender and bill of lading. */
export const TENDER_SETS = ['204', '211'] as const;
export type TenderSet = (typeof TENDER_SETS)[number];

export class EdiSettings {
  @Setting(
    'Id of the trading partner, from `POST /api/v1/edi/partners`. It must have the SCAC of the connection.',
  )
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  @IsInt()
  partner_id: number;

  @Setting('The transaction set of a booking: `204`, a load tender, or `211`, a bill of lading.')
  @IsIn(TENDER_SETS)
  tender_set: TenderSet;

  @FlagSetting(
    'False if the carrier does not respond to tenders with a 990. A booking is then accepted at once. Default: true.',
  )
  expects_response?: boolean;
}
