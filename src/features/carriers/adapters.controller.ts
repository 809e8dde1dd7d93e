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
      'The ways to carriers’ APIs that this installation has, by name, all at once: whom each speaks to, what it can ask and ' +
      'how sure that is, and the JSON Schema of the settings that a connection through it needs.',
    answer: { list: CarrierAdapterDto },
  })
  list(): Page<CarrierAdapterDto> {
    return new Page(this.adapters.list().map(toCarrierAdapterDto), false);
  }
}
