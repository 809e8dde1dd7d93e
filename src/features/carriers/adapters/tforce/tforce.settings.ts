import { IsOptional, IsString, IsTimeZone, Length, Matches } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

/** An app of TForce Freight's developer portal. */
export class TforceSettings {
  @Setting("Of an app of TForce Freight's developer portal.")
  @IsString()
  @Length(4, 255)
  client_id: string;

  @Setting('Of the same app.', { secret: true })
  @IsString()
  @Length(4, 255)
  client_secret: string;

  @Setting('Given with the app: `https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token`.')
  @HttpUrl()
  token_url: string;

  @Setting('Given with the app: `https://tffproduction.onmicrosoft.com/<id>/.default`.')
  @IsString()
  @Length(1, 255)
  scope: string;

  @Setting('`https://api.tforcefreight.com` when absent.')
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting("`v1` when absent; `cie-v1` is TForce's test environment.")
  @IsOptional()
  @Matches(/^[\w-]{1,20}$/)
  api_version?: string;

  @Setting(
    'The zone of times that name no city, `America/New_York` when absent: which one TForce means is not known for certain.',
  )
  @IsOptional()
  @IsTimeZone()
  time_zone?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
