import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { parseCsvFile, type FileSchema } from '../../platform/http/contract/csv-file.js';
import type { ImportResultDto } from '../../platform/http/contract/import.dto.js';
import { validateRows, createDuplicateCheck } from '../../platform/http/pipeline/validate-rows.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toProductRow } from './product.mapper.js';
import { CreateProductDto } from './products.dto.js';
import { ProductsRepository } from './products.repository.js';

/** The columns of the CSV that GET /products returns. */
export const PRODUCT_FILE: FileSchema = {
  columns: {
    sku: 'text',
    name: 'text',
    description: 'text',
    freight_class: 'text',
    density_rule: 'flag',
    nmfc_item_number: 'text',
    nmfc_sub_code: 'text',
    handling_unit_type: 'text',
    packaging_type: 'text',
    pieces: 'number',
    weight: 'number',
    length: 'number',
    width: 'number',
    height: 'number',
    stackable: 'flag',
    'hazmat.un_number': 'text',
    'hazmat.proper_shipping_name': 'text',
    'hazmat.hazard_class': 'text',
    'hazmat.subsidiary_hazard_classes': 'list',
    'hazmat.packing_group': 'text',
    'hazmat.technical_name': 'text',
    'hazmat.weight': 'number',
    'hazmat.limited_quantity': 'flag',
    'hazmat.reportable_quantity': 'flag',
    'hazmat.marine_pollutant': 'flag',
  },
  required: ['sku'],
  ignored: ['object', 'id', 'created_at', 'updated_at'],
};

/** Imports a CSV file in one transaction. An empty cell clears a field; a missing column leaves it unchanged. */
@Injectable()
export class ProductImportService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError invalid_file */
  async run(tenant: Tenant, bytes: Buffer, signal: AbortSignal): Promise<ImportResultDto> {
    const file = await parseCsvFile(bytes, PRODUCT_FILE, signal);
    const assertUnique = createDuplicateCheck('sku');
    const rows = await validateRows(
      file.rows,
      CreateProductDto,
      (body, row) => {
        assertUnique(body.sku, row);
        return toProductRow(body);
      },
      signal,
    );
    return this.transactions.run(async () => {
      const upserted = await this.products.upsertImported(tenant, rows, file.fields);
      return { object: 'import', rows: rows.length, ...upserted };
    });
  }
}
