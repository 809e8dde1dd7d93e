import { IsBoolean, IsIn, IsOptional, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { Setting, HeaderName, HttpUrl, StandingPickup } from '../../setting.js';

const hasUserAuth = ({ auth }: EbolSettings) => auth !== 'api_key';
const hasTokenAuth = ({ auth }: EbolSettings) => auth === 'token';
const hasApiKeyAuth = ({ auth }: EbolSettings) => auth === 'api_key';

/** An account with a carrier that takes NMFTA's eBOL; how that knows who asks differs. */
export class EbolSettings {
  @Setting("Where the carrier's API is; Old Dominion's is `https://api.odfl.com`.")
  @HttpUrl()
  base_url: string;

  @Setting(
    "The standard's `bol/v1/app/` when absent; Old Dominion's is `BOL/v3.1/eBOL/bol-external-per-standards`.",
  )
  @IsOptional()
  @Matches(/^[\w./?=&-]{1,200}$/)
  create_path?: string;

  @Setting(
    "The standard's `bol/v1/app/{pro}` when absent; Old Dominion's is `BOL/v3.1/eBOL/deleteBolPro?proNumber={pro}`.",
  )
  @IsOptional()
  @Matches(/^[\w./?=&-]{0,200}\{pro\}[\w./?=&-]{0,100}$/)
  cancel_path?: string;

  @Setting(
    '`token`: a bearer token that the user fetches; `api_key`: a header; `basic`: user and password.',
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

  @Setting("For `token`: Old Dominion's is `https://api.odfl.com/auth/v1.0/token`.")
  @ValidateIf(hasTokenAuth)
  @HttpUrl()
  token_url?: string;

  @Setting('For `token`: `GET` when absent.')
  @IsOptional()
  @IsIn(['GET', 'POST'])
  token_method?: 'GET' | 'POST';

  @Setting('For `api_key`.', { secret: true })
  @ValidateIf(hasApiKeyAuth)
  @IsString()
  @Length(4, 255)
  api_key?: string;

  @Setting('For `api_key`: the name of its header, `apikey` when absent.')
  @IsOptional()
  @HeaderName()
  api_key_header?: string;

  @Setting('The account that ships and pays.')
  @IsString()
  @Length(1, 20)
  account: string;

  @Setting('The `version` of bills of lading, `2.1.0` when absent.')
  @IsOptional()
  @Matches(/^[\w.]{1,10}$/)
  bol_version?: string;

  @Setting('Bills of lading with `isTest`: the carrier then books nothing.')
  @IsOptional()
  @IsBoolean()
  test_bookings?: boolean;

  @StandingPickup()
  standing_pickup?: boolean;
}
