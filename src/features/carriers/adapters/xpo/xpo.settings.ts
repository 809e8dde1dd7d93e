import { FlagSetting, StandingPickup, TextSetting, UrlSetting } from '../../setting.js';

export class XpoSettings {
  @TextSetting('Consumer key of the API account.', 4, 255, { secret: true }) consumer_key: string;
  @TextSetting('Consumer secret of the API account.', 4, 255, { secret: true }) consumer_secret: string;
  @TextSetting('User name of the API account.', 1, 255) username: string;
  @TextSetting('Password of the user.', 4, 255, { secret: true }) password: string;
  @TextSetting('`acctInstId` of the shipper’s account at XPO.', 1, 50) account: string;

  @UrlSetting('Default: `https://api.ltl.xpo.com`. XPO has no sandbox host.', { optional: true })
  base_url?: string;

  @UrlSetting('Default: `/token` below `base_url`. Newer clients of XPO use `https://api.xpo.com/token`.', {
    optional: true,
  })
  token_url?: string;

  @FlagSetting('True sends bookings with `testMode=Y`: XPO books nothing. Quotes are real.')
  test_bookings?: boolean;

  @TextSetting(
    "XPO's code for a delivery appointment. Default: `TDC`. One public client sends `APT`.",
    3,
    3,
    {
      optional: true,
    },
  )
  appointment_code?: string;

  @TextSetting('Reference code for BOL numbers in bookings. Default: `BL#` (not verified).', 1, 10, {
    optional: true,
  })
  bol_reference_code?: string;

  @StandingPickup() standing_pickup?: boolean;
}
