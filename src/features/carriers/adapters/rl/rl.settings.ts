import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

/** An account with R+L Carriers. */
export class RlSettings {
  @Setting("From R+L's web site, My RLC.", { secret: true })
  @IsString()
  @Length(8, 255)
  api_key: string;

  @Setting("`https://api.rlc.com` when absent. R+L's sandbox is `https://apisandbox.rlc.com`.")
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting("R+L's code for a pallet in a rate request: `0001` when absent.")
  @IsOptional()
  @IsString()
  @Length(1, 10)
  pallet_code?: string;

  @Setting("R+L's code for a pallet on a bill of lading: `PLT` when absent, which is not known for certain.")
  @IsOptional()
  @IsString()
  @Length(1, 10)
  bol_pallet_code?: string;

  @Setting(
    'The two parameters of a trace: `request.traceNumbers,request.traceType` when absent. Clients of R+L differ.',
  )
  @IsOptional()
  @Matches(/^[\w.]+,[\w.]+$/)
  trace_parameters?: string;

  @Setting(
    "R+L's name of a proof of delivery: `DeliveryReceipt` when absent, which is not known for certain.",
  )
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
