import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

/** An account with R+L Carriers. */
export class RlSettings {
  @Setting("API key from R+L's web site, My RLC.", { secret: true })
  @IsString()
  @Length(8, 255)
  api_key: string;

  @Setting('Default: `https://api.rlc.com`. Sandbox: `https://apisandbox.rlc.com`.')
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting("R+L's code for a pallet in rate requests. Default: `0001`.")
  @IsOptional()
  @IsString()
  @Length(1, 10)
  pallet_code?: string;

  @Setting("R+L's code for a pallet on bills of lading. Default: `PLT`, which is uncertain.")
  @IsOptional()
  @IsString()
  @Length(1, 10)
  bol_pallet_code?: string;

  @Setting(
    'Names of the two trace parameters. Default: `request.traceNumbers,request.traceType`. Clients of R+L differ.',
  )
  @IsOptional()
  @Matches(/^[\w.]+,[\w.]+$/)
  trace_parameters?: string;

  @Setting("R+L's name of a proof of delivery. Default: `DeliveryReceipt`, which is uncertain.")
  @IsOptional()
  @Matches(/^\w{1,40}$/)
  pod_document_type?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}

const BASE_URL = 'https://api.rlc.com';

export function resolveBaseUrl({ base_url }: RlSettings): string {
  return base_url ?? BASE_URL;
}
