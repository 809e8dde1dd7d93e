import { IsEmail, IsOptional } from 'class-validator';
import {
  PatternSetting,
  Setting,
  StandingPickup,
  TextSetting,
  TimeZoneSetting,
  UrlSetting,
} from '../../setting.js';

export class TforceSettings {
  @TextSetting("Client id of an app in TForce Freight's developer portal.", 4, 255) client_id: string;
  @TextSetting('Client secret of the app.', 4, 255, { secret: true }) client_secret: string;

  @UrlSetting('Token URL of the app: `https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token`.')
  token_url: string;

  @TextSetting('Scope of the app: `https://tffproduction.onmicrosoft.com/<id>/.default`.', 1, 255)
  scope: string;

  @UrlSetting('Default: `https://api.tforcefreight.com`.', { optional: true }) base_url?: string;

  @PatternSetting("Default: `v1`. `cie-v1` is TForce's test environment.", /^[\w-]{1,20}$/)
  api_version?: string;

  @TimeZoneSetting('Time zone of scans without a city. Default: `America/New_York` (not verified).')
  time_zone?: string;

  @Setting(
    'Email address for pickup confirmations if the shipper has none. Default: the address of the consignee.',
  )
  @IsOptional()
  @IsEmail()
  pickup_email?: string;

  @StandingPickup() standing_pickup?: boolean;
}
