import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from './response-fields.js';

@ApiSchema({ description: 'The result of a file import.' })
export class ImportResultDto {
  /** Always `import`. */
  @Kind('import') object: 'import';
  /** Rows of the file, excluding the header and empty rows. */
  @Int() rows: number;
  /** Rows that created a record. */
  @Int() created: number;
  /** Rows that changed a record. */
  @Int() updated: number;
  /** Rows that matched a record without changing it. */
  @Int() unchanged: number;
}
