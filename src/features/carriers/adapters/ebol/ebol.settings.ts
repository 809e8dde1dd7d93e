import { IsBoolean, IsIn, IsOptional, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { Setting, HeaderName, HttpUrl, StandingPickup } from '../../setting.js';

const hasUserAuth = ({ auth }: EbolSettings) => auth !== 'api_key';
const hasTokenAuth = ({ auth }: EbolSettings) => auth === 'token';
const hasApiKeyAuth = ({ auth }: EbolSettings) => auth === 'api_key';

/** An account with a carrier that accepts NMFTA's eBOL. Carriers differ in authentication. */
export class EbolSettings {
  @Setting("URL of the carrier's API. Old Dominion: `https://api.odfl.com`.")
  @HttpUrl()
  base_url: string;

  @Setting("Default: the standard's `bol/v1/app/`. Old Dominion: `BOL/v3.1/eBOL/bol-external-per-standards`.")
  @IsOptional()
  @Matches(/^[\w./?=&-]{1,200}$/)
  create_path?: string;

  @Setting(
    "Default: the standard's `bol/v1/app/{pro}`. Old Dominion: `BOL/v3.1/eBOL/deleteBolPro?proNumber={pro}`.",
  )
  @IsOptional()
  @Matches(/^[\w./?=&-]{0,200}\{pro\}[\w./?=&-]{0,100}$/)
  cancel_path?: string;

  @Setting(
    '`token`: a bearer token fetched with user and password; `api_key`: a header; `basic`: user and password.',
    {
      steers: true,
    },
  )
  @IsIn(['token', 'api_key', 'basic'])
  auth: 'token' | 'api_key' | 'basic';

  @Setting('For `token` and `basic`.')
  @ValidateIf(hasUserAuth)
  @IsString()
  @Length(1, 255)
  username?: string;

  @Setting('For `token` and `basic`.', { secret: true })
  @ValidateIf(hasUserAuth)
  @IsString()
  @Length(4, 255)
  password?: string;

  @Setting('For `token`. Old Dominion: `https://api.odfl.com/auth/v1.0/token`.')
  @ValidateIf(hasTokenAuth)
  @HttpUrl()
  token_url?: string;

  @Setting('For `token`. Default: `GET`.')
  @IsOptional()
  @IsIn(['GET', 'POST'])
  token_method?: 'GET' | 'POST';

  @Setting('For `api_key`.', { secret: true })
  @ValidateIf(hasApiKeyAuth)
  @IsString()
  @Length(4, 255)
  api_key?: string;

  @Setting('For `api_key`: the name of the header. Default: `apikey`.')
  @IsOptional()
  @HeaderName()
  api_key_header?: string;

  @Setting('Account number of the shipper and payer.')
  @IsString()
  @Length(1, 20)
  account: string;

  @Setting('`version` of bills of lading. Default: `2.1.0`.')
  @IsOptional()
  @Matches(/^[\w.]{1,10}$/)
  bol_version?: string;

  @Setting('True sends bills of lading with `isTest`, so that the carrier books nothing.')
  @IsOptional()
  @IsBoolean()
  test_bookings?: boolean;

  @StandingPickup()
  standing_pickup?: boolean;
}
