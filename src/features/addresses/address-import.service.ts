import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { parseCsvFile, type FileSchema } from '../../platform/http/contract/csv-file.js';
import type { ImportResultDto } from '../../platform/http/contract/import.dto.js';
import { validateRows, createDuplicateCheck } from '../../platform/http/pipeline/validate-rows.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toAddressRow } from './address.mapper.js';
import { CreateAddressDto } from './addresses.dto.js';
import { AddressesRepository } from './addresses.repository.js';
import { PLACE_ACCESSORIAL_NAMES } from './place-accessorials.js';

/** The columns of the CSV that GET /addresses returns. */
const ADDRESS_FILE: FileSchema = {
  columns: {
    customer_id: 'number',
    name: 'text',
    company: 'text',
    contact: 'text',
    address: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    country: 'text',
    phone: 'text',
    email: 'text',
    location_type: 'text',
    limited_access: 'text',
    'hours.open': 'text',
    'hours.close': 'text',
    ...Object.fromEntries(PLACE_ACCESSORIAL_NAMES.map((name) => [`accessorials.${name}`, 'flag' as const])),
    instructions: 'text',
    external_ref: 'text',
  },
  required: ['address', 'city', 'state', 'zip'],
  ignored: ['object', 'id', 'created_at', 'updated_at'],
  aliases: { street: 'address', contact_name: 'contact' },
};

/** Imports a CSV file in one transaction. An empty cell clears a field; a missing column leaves it unchanged. */
@Injectable()
export class AddressImportService {
  constructor(
    private readonly addresses: AddressesRepository,
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError invalid_file */
  async run(tenant: Tenant, bytes: Buffer, signal: AbortSignal): Promise<ImportResultDto> {
    const file = await parseCsvFile(bytes, ADDRESS_FILE, signal);
    const assertUnique = createDuplicateCheck('external_ref');
    const rows = await validateRows(
      file.rows,
      CreateAddressDto,
      async (body, row) => {
        assertUnique(body.external_ref ?? null, row);
        await this.customers.validateReference(tenant, body.customer_id);
        return toAddressRow(body);
      },
      signal,
    );
    return this.transactions.run(async () => {
      // A file without the column has US addresses.
      const fields = [...new Set([...file.fields, 'country'])];
      const upserted = await this.addresses.upsertImported(tenant, rows, fields);
      return { object: 'import', rows: rows.length, ...upserted };
    });
  }
}
