import { IsOptional, IsString, IsTimeZone, Length, Matches } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

export class TforceSettings {
  @Setting("Client id of an app in TForce Freight's developer portal.")
  @IsString()
  @Length(4, 255)
  client_id: string;

  @Setting('Client secret of the app.', { secret: true })
  @IsString()
  @Length(4, 255)
  client_secret: string;

  @Setting('Token URL of the app: `https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token`.')
  @HttpUrl()
  token_url: string;

  @Setting('Scope of the app: `https://tffproduction.onmicrosoft.com/<id>/.default`.')
  @IsString()
  @Length(1, 255)
  scope: string;

  @Setting('Default: `https://api.tforcefreight.com`.')
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting("Default: `v1`. `cie-v1` is TForce's test environment.")
  @IsOptional()
  @Matches(/^[\w-]{1,20}$/)
  api_version?: string;

  @Setting('Time zone of scans without a city. Default: `America/New_York`, which is uncertain.')
  @IsOptional()
  @IsTimeZone()
  time_zone?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
