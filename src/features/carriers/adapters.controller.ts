import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { Page } from '../../platform/tenancy/page.js';
import { toCarrierAdapterDto } from './adapter.mapper.js';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierAdapterDto } from './adapters.dto.js';

@ApiTags('Carriers')
@Controller('adapters')
export class AdaptersController {
  constructor(private readonly adapters: AdapterRegistry) {}

  @Get()
  @Operation({
    id: 'listAdapters',
    summary: 'List adapters',
    description:
      'Returns every installed adapter, sorted by name: its carriers, its operations with their grades, and the JSON Schema of ' +
      'the settings that a connection needs.',
    answer: { list: CarrierAdapterDto },
  })
  list(): Page<CarrierAdapterDto> {
    return new Page(this.adapters.list().map(toCarrierAdapterDto), false);
  }
}
