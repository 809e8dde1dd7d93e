import { FlagSetting, PatternSetting, StandingPickup, TextSetting, UrlSetting } from '../../setting.js';

export class RlSettings {
  @TextSetting("API key from R+L's website, My RLC.", 8, 255, { secret: true }) api_key: string;

  @UrlSetting('Default: `https://api.rlc.com`. Sandbox: `https://apisandbox.rlc.com`.', { optional: true })
  base_url?: string;

  @TextSetting("R+L's code for a pallet in rate requests. Default: `0001`.", 1, 10, { optional: true })
  pallet_code?: string;

  @TextSetting("R+L's code for a pallet on bills of lading. Default: `PLT` (not verified).", 1, 10, {
    optional: true,
  })
  bol_pallet_code?: string;

  @PatternSetting(
    'Names of the two trace parameters. Default: `request.traceNumbers,request.traceType`. Public clients use different names.',
    /^[\w.]+,[\w.]+$/,
  )
  trace_parameters?: string;

  @PatternSetting(
    "R+L's name for a proof of delivery. Default: `DeliveryReceipt` (not verified).",
    /^\w{1,40}$/,
  )
  pod_document_type?: string;

  @PatternSetting(
    "Path of R+L's eBOL endpoint, `DigitalCouncilBOL`, below `base_url`. If it is set, Lading books with NMFTA eBOL. R+L's portal shows the path.",
    /^[\w./?=&-]{1,200}$/,
  )
  ebol_path?: string;

  @PatternSetting('`version` of eBOL bills of lading. Default: `2.1.0`.', /^[\w.]{1,10}$/)
  bol_version?: string;

  @FlagSetting('True sends bills of lading with `isTest`, so that R+L books nothing. Needs `ebol_path`.')
  test_bookings?: boolean;

  @StandingPickup() standing_pickup?: boolean;
}
