import { FlagSetting, PatternSetting, StandingPickup, TextSetting, UrlSetting } from '../../setting.js';

/** How Saia applies its rates. */
export const SAIA_APPLICATIONS = ['Outbound', 'Inbound', 'ThirdParty'] as const;

export class SaiaSettings {
  @TextSetting('User id for Saia Secure.', 1, 20) user_id: string;
  @TextSetting('Password of the Saia Secure user.', 4, 14, { secret: true }) password: string;
  @TextSetting('Saia account number of the payer.', 1, 7) account_number: string;

  @TextSetting("Subscription key from Saia's developer portal, if your host requires one.", 8, 255, {
    optional: true,
    secret: true,
  })
  subscription_key?: string;

  @UrlSetting('Default: `https://www.saiasecure.com`.', { optional: true }) base_url?: string;

  @PatternSetting('Value of the `Api-Version` header. Default: `V1`.', /^[\w.]{1,10}$/) api_version?: string;

  @PatternSetting(
    'Value of Saia’s `Application` field: `ThirdParty` (default), `Outbound` or `Inbound`. According to Saia’s documentation, `Outbound` uses only the destination address and `Inbound` only the origin.',
    new RegExp(`^(${SAIA_APPLICATIONS.join('|')})$`),
    `application must be one of ${SAIA_APPLICATIONS.join(', ')}`,
  )
  application?: string;

  @FlagSetting(
    'True sends `TestMode` Y in every request, so Saia validates requests but creates no live shipments.',
  )
  test_mode?: boolean;

  @StandingPickup() standing_pickup?: boolean;
}
