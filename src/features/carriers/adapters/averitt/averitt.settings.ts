import { TextSetting, UrlSetting } from '../../setting.js';

export class AverittSettings {
  @TextSetting("API key from Averitt's developer portal.", 8, 255, { secret: true }) api_key: string;
  @TextSetting('Averitt account number of the payer.', 1, 20) account_number: string;
  @UrlSetting('Default: `https://api.averittexpress.com`.', { optional: true }) base_url?: string;
}
