import { FlagSetting, StandingPickup, TextSetting, UrlSetting } from '../../setting.js';

export class OdflSettings {
  @TextSetting('User name for odfl.com (`odfl4MeUser`).', 1, 255, { secret: true }) odfl4me_user: string;
  @TextSetting('Password of the user (`odfl4MePassword`).', 4, 255, { secret: true })
  odfl4me_password: string;

  @TextSetting('Account number of the shipper and payer (`odflCustomerAccount`).', 1, 20)
  odfl_customer_account: string;

  @UrlSetting(
    'Bookings, pickups, tracking. Default: `https://api.odfl.com`. Tests: `https://apiq.odfl.com`.',
    {
      optional: true,
    },
  )
  base_url?: string;

  @UrlSetting('Rate service. Default: `https://www.odfl.com/wsRate_v6/RateService`.', { optional: true })
  rate_url?: string;

  @FlagSetting('True sends bills of lading with `isTest` and sends no pickup requests. Quotes are real.')
  test_bookings?: boolean;

  @StandingPickup() standing_pickup?: boolean;
}
