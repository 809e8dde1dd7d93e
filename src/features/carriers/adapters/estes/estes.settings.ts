import { IsEmail, IsOptional } from 'class-validator';
import {
  FlagSetting,
  PatternSetting,
  Setting,
  StandingPickup,
  TextSetting,
  TimeZoneSetting,
  UrlSetting,
} from '../../setting.js';

export class EstesSettings {
  @TextSetting('API key of the MyEstes user.', 4, 255, { secret: true }) api_key: string;
  @TextSetting('MyEstes user name.', 1, 255) username: string;
  @TextSetting('Password of the MyEstes user.', 4, 255, { secret: true }) password: string;
  @TextSetting('Account number of the shipper and payer.', 1, 20) account: string;

  @UrlSetting(
    'Default: `https://cloudapi.estes-express.com`. Test system: `https://uat-cloudapi.estes-express.com`.',
    { optional: true },
  )
  base_url?: string;

  @TextSetting('Contact for questions about a quote. Set all three requestor fields or none.', 1, 60, {
    optional: true,
  })
  requestor_name?: string;

  @PatternSetting(
    'Phone number of the contact: ten digits.',
    /^\d{10}$/,
    'requestor_phone must have ten digits',
  )
  requestor_phone?: string;

  @Setting('Email address of the contact.')
  @IsOptional()
  @IsEmail()
  requestor_email?: string;

  @PatternSetting('`version` of bills of lading. Default: `2.0.1`.', /^[\w.]{1,10}$/) bol_version?: string;

  @FlagSetting(
    'True sends bills of lading with `isTest`: Estes books nothing and gets no pickup requests. Quotes are real.',
  )
  test_bookings?: boolean;

  @TimeZoneSetting('Time zone of tracking scans. Default: `America/New_York` (not verified).')
  time_zone?: string;
  @StandingPickup() standing_pickup?: boolean;
}
