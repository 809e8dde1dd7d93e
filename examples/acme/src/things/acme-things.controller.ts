import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation, Page, PathId, pdfFile, type Caller } from 'lading';
import { AcmeThingDto, AcmeThingListQuery, CreateAcmeThingDto } from './acme-things.dto.js';
import { ACME_THING_SOLD } from './acme-things.errors.js';
import { AcmeThingsService } from './acme-things.service.js';

@ApiTags('Acme things')
@Controller('acme-things')
export class AcmeThingsController {
  constructor(private readonly things: AcmeThingsService) {}

  @Post()
  @Operation({
    id: 'createAcmeThing',
    summary: 'Add a thing',
    description: 'Adds a thing to the dock.',
    answer: { one: AcmeThingDto },
    creates: ({ id }) => String(id),
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateAcmeThingDto): Promise<AcmeThingDto> {
    return this.things.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listAcmeThings',
    summary: 'List things',
    description: 'Returns every thing, newest first.',
    answer: { list: AcmeThingDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: AcmeThingListQuery): Promise<Page<AcmeThingDto>> {
    return this.things.list(caller, query);
  }

  @Post(':id/sell')
  @Operation({
    id: 'sellAcmeThing',
    summary: 'Sell a thing',
    description: 'Sells a thing, once. Publishes `acme_thing.sold`.',
    answer: { one: AcmeThingDto },
    errors: ['resource_missing', ACME_THING_SOLD],
  })
  sell(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<AcmeThingDto> {
    return this.things.sell(caller, id);
  }

  @Get(':id/packing-list/pdf')
  @Operation({
    id: 'downloadAcmePackingList',
    summary: 'Download a packing list',
    description: 'Returns the packing list as PDF with the organization’s logo.',
    answer: { pdf: 'The packing list.' },
    errors: ['resource_missing'],
  })
  packingList(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<StreamableFile> {
    return pdfFile(this.things.packingList(caller, id), `packing-list-${id}`);
  }
}
