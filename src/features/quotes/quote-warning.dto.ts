import { ApiSchema } from '@nestjs/swagger';
import { OneOf } from '../../platform/http/contract/response-fields.js';
import { WARNING_CODES, type Warning, type WarningCode } from './quote-warnings.js';

@ApiSchema({ description: 'What a carrier may bill differently from what was asked. It refuses nothing.' })
export class QuoteWarningDto implements Warning {
  /** Machine word. */
  @OneOf(WARNING_CODES)
  code: WarningCode;
  /** The warning in words. */
  message: string;
  /** The field of the rate request it is about. */
  param: string;
}
