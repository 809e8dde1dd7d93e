import { IsIn, IsOptional, ValidateIf } from 'class-validator';
import {
  FlagSetting,
  HeaderName,
  PatternSetting,
  Setting,
  StandingPickup,
  TextSetting,
  UrlSetting,
} from '../../setting.js';

const hasUserAuth = ({ auth }: EbolSettings) => auth !== 'api_key';
const hasTokenAuth = ({ auth }: EbolSettings) => auth === 'token';
const hasApiKeyAuth = ({ auth }: EbolSettings) => auth === 'api_key';

export class EbolSettings {
  @UrlSetting("URL of the carrier's API. Old Dominion: `https://api.odfl.com`.") base_url: string;

  @PatternSetting(
    "Default: the standard's `bol/v1/app/`. Old Dominion: `BOL/v3.1/eBOL/bol-external-per-standards`.",
    /^[\w./?=&-]{1,200}$/,
  )
  create_path?: string;

  @PatternSetting(
    "Default: the standard's `bol/v1/app/{pro}`. Old Dominion: `BOL/v3.1/eBOL/deleteBolPro?proNumber={pro}`.",
    /^[\w./?=&-]{0,200}\{pro\}[\w./?=&-]{0,100}$/,
  )
  cancel_path?: string;

  @Setting(
    '`token`: a bearer token fetched with user and password; `api_key`: a header; `basic`: user and password.',
    { steers: true },
  )
  @IsIn(['token', 'api_key', 'basic'])
  auth: 'token' | 'api_key' | 'basic';

  @ValidateIf(hasUserAuth)
  @TextSetting('For `token` and `basic`.', 1, 255)
  username?: string;

  @ValidateIf(hasUserAuth)
  @TextSetting('For `token` and `basic`.', 4, 255, { secret: true })
  password?: string;

  @ValidateIf(hasTokenAuth)
  @UrlSetting('For `token`. Old Dominion: `https://api.odfl.com/auth/v1.0/token`.')
  token_url?: string;

  @Setting('For `token`. Default: `GET`.')
  @IsOptional()
  @IsIn(['GET', 'POST'])
  token_method?: 'GET' | 'POST';

  @ValidateIf(hasApiKeyAuth)
  @TextSetting('For `api_key`.', 4, 255, { secret: true })
  api_key?: string;

  @Setting('For `api_key`: the name of the header. Default: `apikey`.')
  @IsOptional()
  @HeaderName()
  api_key_header?: string;

  @TextSetting('Account number of the shipper and payer.', 1, 20) account: string;
  @PatternSetting('`version` of bills of lading. Default: `2.1.0`.', /^[\w.]{1,10}$/) bol_version?: string;

  @FlagSetting('True sends bills of lading with `isTest`, so that the carrier books nothing.')
  test_bookings?: boolean;

  @StandingPickup() standing_pickup?: boolean;
}
