import { IsOptional, Matches } from 'class-validator';
import {
  FlagSetting,
  PatternSetting,
  Setting,
  StandingPickup,
  TextSetting,
  TimeZoneSetting,
  UrlSetting,
} from '../../setting.js';

export class DaytonSettings {
  @TextSetting("User name for Dayton Freight's website.", 1, 255) username: string;
  @TextSetting('Password of the user.', 4, 255, { secret: true }) password: string;
  @TextSetting('Customer code of the payer.', 1, 20) account: string;

  @Setting(
    'ZIP of the account. Dayton Freight prices prepaid shipments from this ZIP and collect shipments to it. If it is set, ' +
      'the adapter declines other shipments without calling Dayton Freight.',
  )
  @IsOptional()
  @Matches(/^\d{5}$/, { message: 'account_zip must have five digits' })
  account_zip?: string;

  @UrlSetting(
    'Default: `https://api.daytonfreight.com/public/3/api`. Some public clients use `https://api.daytonfreight.com/api`.',
    { optional: true },
  )
  base_url?: string;

  @PatternSetting('`version` of bills of lading. Default: `2.0.0`.', /^[\w.]{1,10}$/) bol_version?: string;

  @FlagSetting(
    'True sends bills of lading with `isTest`: Dayton Freight books nothing and gets no pickup requests. Quotes are real.',
  )
  test_bookings?: boolean;

  @TimeZoneSetting('Time zone of scans without a city. Default: `America/New_York` (not verified).')
  time_zone?: string;

  @StandingPickup() standing_pickup?: boolean;
}
