import { listAdapterModes, listScacs } from './adapter-registry.js';
import type { CarrierAdapterDto } from './adapters.dto.js';
import { type CarrierAdapter, CARRIER_OPERATIONS } from './carrier-adapter.js';
import { buildSettingsSchema } from './settings-schema.js';

export function toCarrierAdapterDto(adapter: CarrierAdapter): CarrierAdapterDto {
  const { name, title = name, grades = {}, settings } = adapter;
  const supported = CARRIER_OPERATIONS.filter((operation) => adapter[operation] !== undefined);
  return {
    object: 'adapter',
    name,
    title,
    scacs: listScacs(adapter),
    operations: supported.map((operation) => ({ operation, grade: grades[operation] ?? null })),
    document_types: [...(adapter.documentTypes ?? [])],
    modes: listAdapterModes(adapter),
    settings_schema: buildSettingsSchema(settings),
  };
}
