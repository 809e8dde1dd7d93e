import { IsInt, Max, Min } from 'class-validator';
import { PatternSetting, Setting } from '../../setting.js';
import { EbolSettings } from '../ebol/ebol.settings.js';

/** The carrier's eBOL account, which also rates. */
export class DsdcRatesSettings extends EbolSettings {
  @Setting(
    'Transit days to show on quotes, in business days, from 1 to 30. Rate Quote responses contain none.',
  )
  @Max(30)
  @Min(1)
  @IsInt()
  transit_days: number;

  @PatternSetting("Default: the standard's `v1/ratequote/app`.", /^[\w./?=&-]{1,200}$/)
  rate_path?: string;
}
