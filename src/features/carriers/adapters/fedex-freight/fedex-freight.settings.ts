import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { Setting, StandingPickup, TextSetting, UrlSetting } from '../../setting.js';

export class FedexFreightSettings {
  @TextSetting("API key of a project in FedEx Freight's developer portal.", 4, 255, { secret: true })
  client_id: string;

  @TextSetting('Secret key of the project.', 4, 255, { secret: true }) client_secret: string;

  @Setting('FedEx Freight account number of the payer: nine digits.')
  @Matches(/^\d{9}$/, { message: 'account_number must have nine digits' })
  account_number: string;

  @Setting(
    'Role of the account in every shipment. Default: `CONSIGNEE` for collect shipments, `SHIPPER` for all others.',
  )
  @IsOptional()
  @IsIn(['SHIPPER', 'CONSIGNEE'])
  account_role?: 'SHIPPER' | 'CONSIGNEE';

  @TextSetting(
    'Street of the billing address on file for the account. Set all four billing fields or none. Default: the payer’s address.',
    1,
    35,
    { optional: true },
  )
  billing_street?: string;

  @TextSetting('City of the billing address.', 1, 35, { optional: true }) billing_city?: string;

  @Setting('State of the billing address: two letters.')
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: 'billing_state must have two capital letters' })
  billing_state?: string;

  @Setting('ZIP of the billing address.')
  @IsOptional()
  @Matches(/^\d{5}$/, { message: 'billing_zip must have five digits' })
  billing_zip?: string;

  @UrlSetting('Default: `https://apis.fedex.com`. Sandbox: `https://apis-sandbox.fedex.com`.', {
    optional: true,
  })
  base_url?: string;

  @UrlSetting('Default: `/oauth/token` below `base_url`.', { optional: true }) token_url?: string;

  @Setting(
    'Length in inches from which a unit counts as extreme length instead of overlength. Default: 144 (not verified).',
  )
  @IsOptional()
  @IsInt()
  @Min(96)
  @Max(999)
  extreme_length_inches?: number;

  @StandingPickup() standing_pickup?: boolean;
}
