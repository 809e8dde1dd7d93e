import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from './response-fields.js';

@ApiSchema({ description: 'What became of an imported file.' })
export class ImportResultDto {
  /** Always `import`. */
  @Kind('import')
  object: 'import';
  /** Rows of the file, without its header and empty ones. */
  @Int()
  rows: number;
  /** Rows that were added. */
  @Int()
  created: number;
  /** Rows that changed what was there. */
  @Int()
  updated: number;
  /** Rows that said what was there already. */
  @Int()
  unchanged: number;
}
