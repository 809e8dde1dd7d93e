import { IsOptional, Matches } from 'class-validator';
import { FlagSetting, Setting, StandingPickup, TimeZoneSetting, UrlSetting } from '../../setting.js';

/** Characters that a query carries unchanged, so that the call log finds the key. */
const KEY = /^[\w-]{6,64}$/;

export class ArcbestSettings {
  @Setting("The account's `ID` for ArcBest's API: 6 to 64 letters, digits, `_` and `-`.", { secret: true })
  @Matches(KEY, { message: 'id must have 6 to 64 letters, digits, _ and -' })
  id: string;

  @Setting('The `APP_ID` of the software, if ArcBest gave you one.', { secret: true })
  @IsOptional()
  @Matches(KEY, { message: 'app_id must have 6 to 64 letters, digits, _ and -' })
  app_id?: string;

  @UrlSetting('Default: `https://www.abfs.com/xml`.', { optional: true }) base_url?: string;

  @TimeZoneSetting('Time zone of scans without a city. Default: `America/Chicago` (not verified).')
  time_zone?: string;

  @FlagSetting('True sends bookings and pickups with `Test` Y, so that ArcBest books nothing.')
  test_bookings?: boolean;

  @StandingPickup() standing_pickup?: boolean;
}
