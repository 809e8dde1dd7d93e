import { PatternSetting, StandingPickup, TextSetting, UrlSetting } from '../../setting.js';

export class RlSettings {
  @TextSetting("API key from R+L's web site, My RLC.", 8, 255, { secret: true })
  api_key: string;

  @UrlSetting('Default: `https://api.rlc.com`. Sandbox: `https://apisandbox.rlc.com`.', { optional: true })
  base_url?: string;

  @TextSetting("R+L's code for a pallet in rate requests. Default: `0001`.", 1, 10, { optional: true })
  pallet_code?: string;

  @TextSetting("R+L's code for a pallet on bills of lading. Default: `PLT`, which is uncertain.", 1, 10, {
    optional: true,
  })
  bol_pallet_code?: string;

  @PatternSetting(
    'Names of the two trace parameters. Default: `request.traceNumbers,request.traceType`. Clients of R+L differ.',
    /^[\w.]+,[\w.]+$/,
  )
  trace_parameters?: string;

  @PatternSetting(
    "R+L's name of a proof of delivery. Default: `DeliveryReceipt`, which is uncertain.",
    /^\w{1,40}$/,
  )
  pod_document_type?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
